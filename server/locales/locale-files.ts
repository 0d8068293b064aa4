import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { defaultMessageLocale, withDefaultMessages } from '#core/locales/default-messages.ts';
import type { Locale, LocaleSet } from '#core/locales/locale.ts';
import { type MessageTree, mapMessages } from '#core/locales/map-messages.ts';

/** The message files of the site, `locales/{locale}/{namespace}.json`, read once. */
export interface LocaleFiles {
  /** The raw file; `undefined` if it does not exist. */
  read(locale: Locale, namespace: string): Buffer | undefined;
  /** The file with all messages parsed, in the format that the pages use; missing ones are in English. */
  readCompiled(locale: Locale, namespace: string): Buffer | undefined;
}

/** @throws Error if the folder of a language cannot be read. */
export function createLocaleFiles(directory: string, set: LocaleSet): LocaleFiles {
  const files = new Map<string, Buffer>();
  for (const { code } of set.locales) {
    for (const name of readdirSync(join(directory, code))) {
      if (name.endsWith('.json')) files.set(`${code}/${name.slice(0, -5)}`, readFileSync(join(directory, code, name)));
    }
  }
  const read = (locale: Locale, namespace: string) => files.get(`${locale}/${namespace}`);
  return {
    read,
    readCompiled(locale, namespace) {
      const own = read(locale, namespace);
      if (!own) return undefined;
      const whole = withDefaultMessages(parse(own), parse(read(defaultMessageLocale(set) ?? '', namespace)));
      return Buffer.from(JSON.stringify(mapMessages(whole, compile)));
    },
  };
}

function parse(file: Buffer | undefined): MessageTree<string> {
  return file ? JSON.parse(file.toString()) : {};
}
