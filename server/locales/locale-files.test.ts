import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localeSet } from '#site-config';
import { createLocaleFiles } from './locale-files.ts';

const files = createLocaleFiles(join(import.meta.dirname, '../../locales'), localeSet);

/** The paths of all messages, so that the structure of files can be compared. */
function keysOf(tree: object): string[] {
  return Object.entries(tree)
    .flatMap(([key, branch]) =>
      typeof branch === 'string' ? [key] : keysOf(branch as object).map((rest) => `${key}.${rest}`),
    )
    .sort();
}

test.each(['account', 'admin', 'common', 'error'])(
  'every language has the same messages in %s, and none is empty',
  (namespace) => {
    const read = (locale: string) => JSON.parse(String(files.read(locale, namespace)));
    const keys = keysOf(read('es'));
    expect(keys.length).toBeGreaterThan(0);
    for (const { code } of localeSet.locales) {
      expect(keysOf(read(code)), code).toEqual(keys);
      expect(String(files.read(code, namespace)), code).not.toContain('""');
      expect(Object.keys(JSON.parse(String(files.readCompiled(code, namespace)))).sort(), code).toEqual(
        Object.keys(read(code)).sort(),
      );
    }
  },
);

/** The arguments of messages that are formatted times. */
const TIMES = /\{(when|moment|created|expires)\}(<\/\w+>)?\./;

test('no sentence ends with a time that ends with a full stop of its own, such as “p.m.”', () => {
  for (const { code, language } of localeSet.locales) {
    if (!new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(0).endsWith('.')) continue;
    for (const namespace of ['account', 'admin', 'common', 'error', 'items', 'mail', 'publishing', 'editor']) {
      const text = String(files.read(code, namespace));
      expect(
        text.split('\n').filter((line) => TIMES.test(line)),
        `${code}/${namespace}`,
      ).toEqual([]);
    }
  }
});

test('there are no messages of a language or a name that the site does not have', () => {
  expect(files.read('fr', 'common')).toBeUndefined();
  expect(files.readCompiled('es', 'other')).toBeUndefined();
});

test('a message that a language lacks is in English, where the app reads it and not in the file itself', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'meki-locales-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const texts = { es: { title: 'Entrar' }, en: { title: 'Sign in', form: { wait: 'Wait' } } };
  for (const [code, messages] of Object.entries(texts)) {
    await mkdir(join(directory, code));
    await writeFile(join(directory, code, 'common.json'), JSON.stringify(messages));
  }
  const files = createLocaleFiles(directory, localeSet);
  const read = (file: Buffer | undefined) => JSON.parse(String(file));
  expect(read(files.readCompiled('es', 'common'))).toEqual({ title: 'Entrar', form: { wait: 'Wait' } });
  expect(read(files.readCompiled('en', 'common'))).toEqual(texts.en);
  expect(read(files.read('es', 'common'))).toEqual(texts.es);
});
