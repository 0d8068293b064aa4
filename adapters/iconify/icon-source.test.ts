import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIconSource } from './icon-source.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24" fill="none"><path d="M3 5h7"/></svg>';

function source(custom: { [prefix: string]: string[] } = {}) {
  const warnings: string[] = [];
  return { icons: createIconSource({ custom, warn: (message) => warnings.push(message) }), warnings };
}

function folder(files: { [name: string]: string }): string {
  const path = mkdtempSync(join(tmpdir(), 'icons-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

test('an installed icon is found by its name, with its box', () => {
  const icon = source().icons.icon('lucide:menu');
  expect(icon).toMatchObject({ width: 24, height: 24 });
  expect(icon?.body).toContain('<path');
});

test('an alias of an installed icon is found as well', () => {
  expect(source().icons.icon('lucide:circle-help')?.body).toContain('<');
});

test.each(['lucide:no-such-icon', 'nobody:menu', 'menu', '', ':', 'lucide:constructor', '../x:y', 'lucide:__proto__'])(
  'there is no icon "%s"',
  (name) => {
    expect(source().icons.icon(name)).toBeUndefined();
  },
);

test('a collection answers in a fixed order, and says what it does not have', () => {
  const { icons } = source();
  const set = icons.icons('lucide', ['x', 'menu', 'nope', 'constructor', 'menu']);
  expect(set).toMatchObject({ prefix: 'lucide', not_found: ['constructor', 'nope'] });
  expect(Object.keys(set?.icons ?? {})).toEqual(['menu', 'x']);
  expect(JSON.stringify(icons.icons('lucide', ['menu', 'x']))).toBe(
    JSON.stringify(icons.icons('lucide', ['x', 'menu'])),
  );
});

test('an unknown collection is undefined', () => {
  expect(source().icons.icons('nobody', ['x'])).toBeUndefined();
  expect(source().icons.icons('../lucide', ['x'])).toBeUndefined();
});

test('SVG files are icons of a custom collection, from folders and one by one', () => {
  const one = folder({ 'mark.svg': SVG });
  const many = folder({ 'b.svg': SVG, 'a.svg': SVG, 'notes.txt': 'no' });
  const { icons } = source({ meki: [many, join(one, 'mark.svg')] });
  expect(icons.icon('meki:mark')).toMatchObject({ width: 32, height: 24 });
  expect(Object.keys(icons.icons('meki', ['mark', 'b', 'a'])?.icons ?? {})).toEqual(['a', 'b', 'mark']);
});

test('a custom collection that cannot be loaded is null, and the log says so once', () => {
  const { icons, warnings } = source({ gone: ['/nowhere/at/all'], bad: [folder({ 'x.svg': 'not a picture' })] });
  expect(icons.icons('gone', ['x'])).toBeNull();
  expect(icons.icons('gone', ['y'])).toBeNull();
  expect(icons.icon('gone:x')).toBeUndefined();
  expect(warnings).toEqual(['Failed to load custom icons']);
  expect(icons.icons('bad', ['x'])).toBeNull();
  expect(warnings).toHaveLength(2);
});
