import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { type Locale, type LocaleSet, localeDefinition } from '#core/locales/locale.ts';
import {
  collectMessages,
  KIT_FOLDER,
  kitLocaleOf,
  type MessageFolders,
  type MessageTree,
  mapMessages,
  textSources,
} from '#core/locales/messages.ts';

/** The message files of the site, `locales/{locale}/{namespace}.json`, and the kit's words, `locales/kit/{language}.json`, read once. */
export interface LocaleFiles {
  /** The raw file, or that of the next source if the language has none; `undefined` if there is none. */
  read(locale: Locale, namespace: string): Buffer | undefined;
  /** All messages; missing ones come from the language's family, or are in English. */
  readMessages(locale: Locale, namespace: string): MessageTree<string> | undefined;
  /** The same with all messages parsed, in the format that the pages use. */
  readCompiled(locale: Locale, namespace: string): Buffer | undefined;
  /** The messages that languages of the site lack, one line for each folder or file. */
  missing(): string[];
}

/** @throws Error if the folder cannot be read, or a language has no messages and there are none to fall back to. */
export function createLocaleFiles(directory: string, set: LocaleSet): LocaleFiles {
  const files = readFolders(directory);
  const folders = [...files.keys()].filter((folder) => folder !== KIT_FOLDER);
  const sources = new Map(set.locales.map(({ code }) => [code, textSources(set, code, folders)]));
  for (const [code, found] of sources) {
    if (found.length === 0) throw new Error(`locales/${code}: there are no messages, and none to fall back to`);
  }
  const filesOf = (locale: Locale, namespace: string) =>
    (sources.get(locale) ?? []).flatMap((folder) => files.get(folder)?.get(namespace) ?? []);

  function readMessages(locale: Locale, namespace: string): MessageTree<string> | undefined {
    if (!set.locales.some(({ code }) => code === locale)) return undefined;
    const kit = kitLocaleOf(localeDefinition(set, locale).language);
    const parsed: MessageFolders = {};
    for (const [folder, own] of files) {
      const name = folder === KIT_FOLDER ? kit : namespace;
      const file = own.get(name);
      if (file) parsed[folder] = { [name]: parse(file) };
    }
    return collectMessages(set, locale, parsed)[namespace];
  }

  /** Names what a folder lacks of what its fallback has. */
  function lacking(folder: string, fallback: string): string[] {
    const own = files.get(folder);
    if (!own) return [`locales/${folder}: the folder is missing; the texts of locales/${fallback} are shown`];
    return [...(files.get(fallback) ?? [])].flatMap(([namespace, file]) => {
      const known = new Set(keysOf(parse(own.get(namespace) ?? Buffer.from('{}'))));
      const keys = keysOf(parse(file)).filter((key) => !known.has(key));
      if (keys.length === 0) return [];
      const shown = `those of locales/${fallback} are shown`;
      return [`locales/${folder}/${namespace}.json: messages are missing, ${shown}: ${someOf(keys, known.size === 0)}`];
    });
  }

  return {
    read: (locale, namespace) => filesOf(locale, namespace)[0],
    readMessages,
    readCompiled(locale, namespace) {
      const messages = readMessages(locale, namespace);
      return messages === undefined ? undefined : Buffer.from(JSON.stringify(mapMessages(messages, compile)));
    },
    missing: () =>
      [...sources].flatMap(([code, found]) => {
        const fallback = found.find((folder) => folder !== code);
        return fallback === undefined ? [] : lacking(code, fallback);
      }),
  };
}

/** Files that cannot be read as messages, one line each, with the key of a message that is not in ICU format. */
export function localeFileProblems(directory: string): string[] {
  if (!existsSync(directory)) return ['locales: the folder is missing'];
  return [...readFolders(directory)].flatMap(([folder, files]) =>
    [...files].flatMap(([namespace, file]) => {
      const name = `locales/${folder}/${namespace}.json`;
      try {
        return messageProblems(parse(file)).map((line) => `${name}: ${line}`);
      } catch (error) {
        return [`${name}: is not JSON: ${error instanceof Error ? error.message : String(error)}`];
      }
    }),
  );
}

/** The overload message in each language, one line each. */
export function readBusyTexts({ locales }: LocaleSet, files: LocaleFiles): string {
  const texts = locales.map(({ code }) => JSON.parse(files.read(code, 'error')?.toString() ?? '{}').busy as unknown);
  return [...new Set(texts)].filter((text) => typeof text === 'string').join('\n');
}

/** What a message has that is more than text. */
const SYNTAX = /[{}<>'#|]/;

function messageProblems(tree: unknown, path: string[] = []): string[] {
  if (typeof tree === 'object' && tree !== null && !Array.isArray(tree)) {
    return Object.entries(tree).flatMap(([key, branch]) => messageProblems(branch, [...path, key]));
  }
  if (typeof tree !== 'string') return [`${path.join('.') || 'the file'}: must be a text, or texts by key`];
  if (!SYNTAX.test(tree)) return [];
  try {
    compile(tree);
    return [];
  } catch (error) {
    return [`${path.join('.')}: is not a message: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Every file by folder and namespace. */
function readFolders(directory: string): Map<string, Map<string, Buffer>> {
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name: folder }) => {
      const names = readdirSync(join(directory, folder)).filter((name) => name.endsWith('.json'));
      return [folder, new Map(names.map((name) => [name.slice(0, -5), readFileSync(join(directory, folder, name))]))];
    }),
  );
}

function parse(file: Buffer): MessageTree<string> {
  return JSON.parse(file.toString());
}

/** Messages named in one line; of more, the others are counted. Source: Meki's own. */
const NAMED = 5;

function someOf(keys: readonly string[], isAll: boolean): string {
  if (keys.length <= NAMED) return keys.join(', ');
  if (isAll) return `all ${keys.length}`;
  return `${keys.slice(0, NAMED).join(', ')} and ${keys.length - NAMED} more`;
}

/** The path of each message: `form.send`. */
function keysOf(tree: MessageTree<string>): string[] {
  if (typeof tree === 'string') return [''];
  return Object.entries(tree).flatMap(([key, branch]) =>
    keysOf(branch).map((rest) => (rest === '' ? key : `${key}.${rest}`)),
  );
}
