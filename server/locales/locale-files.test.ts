import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KIT_LOCALES, kitDirection } from '#core/locales/messages.ts';
import { localeSet } from '#site-config';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
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

test('the kit has the same words in each of its 41 languages, and none is empty', () => {
  const read = (language: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/kit/${language}.json`), 'utf8'));
  const names = readdirSync(join(import.meta.dirname, '../../locales/kit')).map((file) => file.slice(0, -5));
  expect(names.sort()).toEqual([...KIT_LOCALES].sort());
  expect(read('en').close).toBe('Close');
  for (const language of KIT_LOCALES) {
    const words = read(language);
    expect(keysOf(words), language).toEqual(keysOf(read('en')));
    expect(JSON.stringify(words), language).not.toContain('""');
    expect(words.toast.region, language).toContain('{key}');
    const isLatin = /^[\p{Script=Latin}\P{Letter}]+$/u.test(words.close);
    expect(isLatin && kitDirection(language) === 'rtl', language).toBe(false);
  }
});

test('the kit’s words stand in for common ones that a language lacks, before English', async () => {
  const arabic = { code: 'ar', language: 'ar-EG', name: 'العربية', direction: 'rtl' } as const;
  const kit = { next: 'التالي', previous: 'السابق', loading: 'جارٍ التحميل…', menu: 'القائمة', search: 'بحث' };
  const directory = await writeLocales({
    ar: { common: { skipToContent: 'انتقل إلى المحتوى' } },
    en: { common: { skipToContent: 'Skip to content', listing: { next: 'Next', all: 'All' } } },
    kit: { ar: kit, en: { ...kit, next: 'Next' } },
  });
  const files = createLocaleFiles(directory, { ...localeSet, locales: [...localeSet.locales, arabic] });
  expect(files.readMessages('ar', 'common')).toMatchObject({
    skipToContent: 'انتقل إلى المحتوى',
    listing: { next: 'التالي', all: 'All' },
  });
  expect(files.readMessages('ar', 'kit')).toEqual(kit);
  expect(files.readMessages('en', 'common')).toMatchObject({ listing: { next: 'Next' } });
});

/** The arguments of messages that are formatted times. */
const TIMES = /\{(when|moment|created|expires)\}(<\/\w+>)?\./;

test('no sentence ends with a time that ends with a full stop of its own, such as “p.m.”', () => {
  for (const { code, language } of localeSet.locales) {
    if (!new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(0).endsWith('.')) continue;
    for (const namespace of [
      'account',
      'admin',
      'common',
      'contact',
      'error',
      'items',
      'mail',
      'publishing',
      'editor',
    ]) {
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

test('a language without messages of its own has those of its family, and all that is missing is named at once', async () => {
  const directory = await writeLocales({
    es: { common: { title: 'Entrar' } },
    en: { common: { title: 'Sign in', form: { wait: 'Wait', send: 'Send' } }, mail: { footer: 'Bye' } },
  });
  const british = { code: 'en-gb', language: 'en-GB', name: 'English', direction: 'ltr' } as const;
  const files = createLocaleFiles(directory, { ...localeSet, locales: [...localeSet.locales, british] });
  expect(files.readMessages('en-gb', 'common')).toEqual(files.readMessages('en', 'common'));
  expect(String(files.read('en-gb', 'mail'))).toBe('{"footer":"Bye"}');
  expect(files.readMessages('es', 'mail')).toEqual({ footer: 'Bye' });
  expect(files.missing()).toEqual([
    'locales/es/common.json: messages are missing, those of locales/en are shown: form.wait, form.send',
    'locales/es/mail.json: messages are missing, those of locales/en are shown: footer',
    'locales/en-gb: the folder is missing; the texts of locales/en are shown',
  ]);
});

test('of many missing messages, the first are named and the others counted', async () => {
  const seven = Object.fromEntries([...'abcdefg'].map((key) => [key, key]));
  const directory = await writeLocales({ es: { common: { a: 'a' } }, en: { common: seven, mail: seven } });
  expect(createLocaleFiles(directory, localeSet).missing()).toEqual([
    'locales/es/common.json: messages are missing, those of locales/en are shown: b, c, d, e, f and 1 more',
    'locales/es/mail.json: messages are missing, those of locales/en are shown: all 7',
  ]);
});

test('the shipped messages lack nothing', () => {
  expect(files.missing()).toEqual([]);
});

test('a site for which there are no messages at all cannot start', async () => {
  const french = { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' } as const;
  const directory = await writeLocales({ de: { common: {} } });
  const set = { locales: [french], defaultLocale: 'fr' };
  expect(() => createLocaleFiles(directory, set)).toThrow(
    'locales/fr: there are no messages, and none to fall back to',
  );
});

test('a message that a language lacks is in English, where the app reads it and not in the file itself', async () => {
  const texts = { es: { title: 'Entrar' }, en: { title: 'Sign in', form: { wait: 'Wait' } } };
  const directory = await writeLocales({ es: { common: texts.es }, en: { common: texts.en } });
  const files = createLocaleFiles(directory, localeSet);
  const read = (file: Buffer | undefined) => JSON.parse(String(file));
  expect(read(files.readCompiled('es', 'common'))).toEqual({ title: 'Entrar', form: { wait: 'Wait' } });
  expect(read(files.readCompiled('en', 'common'))).toEqual(texts.en);
  expect(read(files.read('es', 'common'))).toEqual(texts.es);
});

/** A folder of messages by language and namespace, for one test. */
async function writeLocales(texts: { [code: string]: { [namespace: string]: object } }): Promise<string> {
  const directory = makeTemporaryFolder();
  for (const [code, namespaces] of Object.entries(texts)) {
    await mkdir(join(directory, code));
    for (const [namespace, messages] of Object.entries(namespaces)) {
      await writeFile(join(directory, code, `${namespace}.json`), JSON.stringify(messages));
    }
  }
  return directory;
}
