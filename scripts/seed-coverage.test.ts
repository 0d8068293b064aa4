import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** A reference to a test: `path › group › name`. */
const REFERENCE = /`([\w./-]+\.(?:test|spec|contract|hostile)\.tsx?) › ([^`]*)`/g;
const STRING = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const PLACEHOLDER = /\$\{.*?\}|%s/;

/** The sources of a test file and of the modules beside it, which may have its names. */
function sourcesOf(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const near = [...source.matchAll(/from '(\.[^']+)'/g)].map(([, file = '']) => join(ROOT, dirname(path), file));
  return [source, ...near.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))];
}

/** Whether a source has a name: on a line, apart from the `{word}` of a parameter, or as one that a template makes. */
function hasName(sources: string[], name: string): boolean {
  const words = name.split(/\{\w+\}/);
  const isWritten = (source: string) => source.split('\n').some((line) => areInOrder(line, words));
  return sources.some((source) => isWritten(source) || (source.match(STRING) ?? []).some((one) => makes(one, name)));
}

function makes(template: string, name: string): boolean {
  const parts = template.slice(1, -1).split(PLACEHOLDER);
  const isWhole = name.startsWith(parts.at(0) ?? '') && name.endsWith(parts.at(-1) ?? '');
  return parts.length > 1 && parts.join('').length > 3 && isWhole && areInOrder(name, parts);
}

function areInOrder(text: string, parts: string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

test('the tests that docs/seed-coverage.md names exist', () => {
  const page = readFileSync(join(ROOT, 'docs/seed-coverage.md'), 'utf8');
  const references = [...page.matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(200);
  const missing = references.flatMap(([reference, path = '', names = '']) => {
    if (!existsSync(join(ROOT, path))) return [reference];
    const sources = sourcesOf(path);
    return names.split(' › ').every((name) => hasName(sources, name)) ? [] : [reference];
  });
  expect(missing).toEqual([]);
});
