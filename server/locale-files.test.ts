import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localeSet } from '#site-config';
import { createLocaleFiles } from './locale-files.ts';

const files = createLocaleFiles(join(import.meta.dirname, '../locales'), localeSet);

/** The paths of every message, so that a text stands where another does. */
function keysOf(tree: object): string[] {
  return Object.entries(tree)
    .flatMap(([key, branch]) =>
      typeof branch === 'string' ? [key] : keysOf(branch as object).map((rest) => `${key}.${rest}`),
    )
    .sort();
}

test.each(['common', 'error'])('every language has the same messages in %s, and none is empty', (namespace) => {
  const read = (locale: string) => JSON.parse(String(files.read(locale, namespace)));
  const keys = keysOf(read('es'));
  expect(keys.length).toBeGreaterThan(0);
  for (const { code } of localeSet.locales) {
    expect(keysOf(read(code)), code).toEqual(keys);
    expect(String(files.read(code, namespace)), code).not.toContain('""');
    expect(Object.keys(JSON.parse(String(files.readCompiled(code, namespace)))), code).toEqual(Object.keys(read(code)));
  }
});

test('there are no messages of a language or a name that the site does not have', () => {
  expect(files.read('fr', 'common')).toBeUndefined();
  expect(files.readCompiled('es', 'other')).toBeUndefined();
});
