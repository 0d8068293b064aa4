import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import type { IconService } from './icon-service.ts';
import { createIconSource } from './icon-source.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24" fill="none"><path d="M3 5h7"/></svg>';

function source(custom: { [prefix: string]: string[] } = {}) {
  const warnings: string[] = [];
  return { icons: createIconSource({ custom, warn: (message) => warnings.push(message) }), warnings };
}

function folder(files: { [name: string]: string }): string {
  const path = makeTemporaryFolder();
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

test('a collection answers in a fixed order, and says what it does not have', async () => {
  const { icons } = source();
  const set = await icons.icons('lucide', ['x', 'menu', 'nope', 'constructor', 'menu']);
  expect(set).toMatchObject({ prefix: 'lucide', not_found: ['constructor', 'nope'] });
  expect(Object.keys(set?.icons ?? {})).toEqual(['menu', 'x']);
  expect(JSON.stringify(await icons.icons('lucide', ['menu', 'x']))).toBe(
    JSON.stringify(await icons.icons('lucide', ['x', 'menu'])),
  );
});

test('an unknown collection is undefined', async () => {
  expect(await source().icons.icons('nobody', ['x'])).toBeUndefined();
  expect(await source().icons.icons('../lucide', ['x'])).toBeUndefined();
});

test('SVG files are icons of a custom collection, from folders and one by one', async () => {
  const one = folder({ 'mark.svg': SVG });
  const many = folder({ 'b.svg': SVG, 'a.svg': SVG, 'notes.txt': 'no' });
  const { icons } = source({ meki: [many, join(one, 'mark.svg')] });
  expect(icons.icon('meki:mark')).toMatchObject({ width: 32, height: 24 });
  expect(Object.keys((await icons.icons('meki', ['mark', 'b', 'a']))?.icons ?? {})).toEqual(['a', 'b', 'mark']);
});

test('a custom collection that cannot be loaded is null, and the log says so once', async () => {
  const { icons, warnings } = source({ gone: ['/nowhere/at/all'], bad: [folder({ 'x.svg': 'not a picture' })] });
  expect(await icons.icons('gone', ['x'])).toBeNull();
  expect(await icons.icons('gone', ['y'])).toBeNull();
  expect(icons.icon('gone:x')).toBeUndefined();
  expect(warnings).toEqual(['Failed to load custom icons']);
  expect(await icons.icons('bad', ['x'])).toBeNull();
  expect(warnings).toHaveLength(2);
});

test('a file in Iconify’s format is a custom collection', async () => {
  const file = { prefix: 'brand', icons: { mark: { body: '<path d="M1 1"/>' } }, width: 20, height: 20 };
  const { icons } = source({ brand: [join(folder({ 'brand.json': JSON.stringify(file) }), 'brand.json')] });
  expect(icons.icon('brand:mark')).toEqual({ body: '<path d="M1 1"/>', width: 20, height: 20 });
});

test.each([
  ['a prefix', { icons: {} }],
  ['icons', { prefix: 'brand' }],
  ['its own prefix', { prefix: 'other', icons: {} }],
  ['icons in an object', { prefix: 'brand', icons: ['x'] }],
])('a custom collection without %s fails to load', async (_, file) => {
  const place = join(folder({ 'brand.json': JSON.stringify(file) }), 'brand.json');
  const { icons, warnings } = source({ brand: [place] });
  expect(await icons.icons('brand', ['mark'])).toBeNull();
  expect(warnings).toEqual(['Failed to load custom icons']);
});

test('icons are searched by words of their names, those of the site first', () => {
  const { icons } = source({ meki: [folder({ 'heart-of-meki.svg': SVG })] });
  const found = icons.search('Heart', 4);
  expect(found[0]).toBe('meki:heart-of-meki');
  expect(found).toHaveLength(4);
  expect(icons.search('pulse heart', 9)).toContain('lucide:heart-pulse');
  expect(icons.search('no such icon at all', 9)).toEqual([]);
});

test('an outside service is asked for what is not installed, and only if there is one', async () => {
  const asked: string[] = [];
  const service: IconService = {
    async fetchIcons(prefix, names) {
      asked.push(`${prefix}:${names}`);
      return prefix === 'mdi' ? { prefix, icons: { home: { body: '<path/>', width: 24, height: 24 } } } : undefined;
    },
  };
  const icons = createIconSource({ custom: { gone: ['/nowhere'] }, service, warn: () => {} });
  expect(icons.icon('mdi:home'), 'a page does not wait for it').toBeUndefined();
  expect(await icons.findIcon('mdi:home')).toEqual({ body: '<path/>', width: 24, height: 24 });
  expect(icons.icon('mdi:home')).toBeDefined();
  expect(await icons.icons('mdi', ['home', '../x'])).toMatchObject({ prefix: 'mdi', not_found: ['../x'] });
  await icons.icons('lucide', ['menu', 'not-there']);
  await icons.icons('gone', ['x']);
  await icons.icons('../mdi', ['x']);
  expect(asked).toEqual(['mdi:home', 'mdi:home']);
  expect(await source().icons.findIcon('mdi:home')).toBeUndefined();
});
