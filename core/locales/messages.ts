import { type Locale, type LocaleSet, localeDefinition } from './locale.ts';

/** The fallback language of messages. Source: docs/seed-coverage.md §9. */
const DEFAULT_MESSAGE_LANGUAGE = 'en-US';

/**
 * Where the texts of a language come from, in order: itself, its family (`en` for `en-GB`), and the fallback language of
 * messages, or the default language of the site if there are no texts in that.
 * @param known the languages that there are texts in, which need not be languages of the site
 * @returns those of them that apply, without duplicates
 */
export function textSources(set: LocaleSet, code: Locale, known: readonly Locale[]): Locale[] {
  const { language } = localeDefinition(set, code);
  const ofDefault = set.locales.find((locale) => locale.language === DEFAULT_MESSAGE_LANGUAGE);
  const fallback = ofDefault?.code ?? familyOf(DEFAULT_MESSAGE_LANGUAGE);
  const wanted = [
    code,
    language.toLowerCase(),
    familyOf(language),
    ...known.filter((one) => familyOf(one) === familyOf(language)),
    known.includes(fallback) ? fallback : set.defaultLocale,
  ];
  return [...new Set(wanted)].filter((one) => known.includes(one));
}

/** The first part of a language's tag: `en` of `en-GB`. */
function familyOf(language: string): string {
  return language.split('-', 1)[0] ?? '';
}

/** The messages of several sources as one, the first ones first; `undefined` without sources. */
function mergeMessages<Text>(sources: readonly MessageTree<Text>[]): MessageTree<Text> | undefined {
  const [first, ...others] = sources;
  return first && others.reduce(withDefaultMessages<Text>, first);
}

/** A language's messages, with those of the default language as fallback. */
export function withDefaultMessages<Text>(own: MessageTree<Text>, defaults: MessageTree<Text>): MessageTree<Text> {
  if (!isBranch(own) || !isBranch(defaults)) return own;
  const merged: { [key: string]: MessageTree<Text> } = { ...defaults };
  for (const [name, branch] of Object.entries(own)) {
    const other = defaults[name];
    merged[name] = other === undefined ? branch : withDefaultMessages(branch, other);
  }
  return merged;
}

function isBranch<Text>(tree: MessageTree<Text>): tree is { [key: string]: MessageTree<Text> } {
  return typeof tree === 'object' && tree !== null;
}

/** A tree of messages, as in a file of `locales/`. */
export type MessageTree<Text> = Text | { [key: string]: MessageTree<Text> };

/** Maps every message of a tree and keeps its structure. */
export function mapMessages<Text>(tree: MessageTree<string>, map: (message: string) => Text): MessageTree<Text> {
  if (typeof tree === 'string') return map(tree);
  return Object.fromEntries(Object.entries(tree).map(([key, branch]) => [key, mapMessages(branch, map)]));
}

/** The folder with the interface kit's own words, a file per language. */
export const KIT_FOLDER = 'kit';

/** Message files by folder, which is a language or `kit`, and namespace. */
export interface MessageFolders {
  [folder: string]: { [namespace: string]: MessageTree<string> };
}

/**
 * The messages of a language by namespace: its own and its family's, then the kit's words, then those of the fallback language. The
 * kit's words are the namespace `kit`, and stand in for the common ones that mean the same.
 */
export function collectMessages(
  set: LocaleSet,
  code: Locale,
  folders: MessageFolders,
): { [namespace: string]: MessageTree<string> } {
  const { [KIT_FOLDER]: kits = {}, ...languages } = folders;
  const { language } = localeDefinition(set, code);
  const isOwn = (folder: string) => familyOf(folder) === familyOf(language);
  const sources = textSources(set, code, Object.keys(languages));
  const read = (names: string[]) => names.flatMap((name) => languages[name] ?? []);
  const kit = kits[kitLocaleOf(language)];
  const merged = mergeMessages<string>([
    ...read(sources.filter(isOwn)),
    ...(typeof kit === 'object' ? [{ kit, common: commonWords(kit) }] : []),
    ...read(sources.filter((source) => !isOwn(source))),
  ]);
  return typeof merged === 'object' ? merged : {};
}

function commonWords(kit: { [word: string]: MessageTree<string> }): MessageTree<string> {
  const { loading = '', menu = '', next = '', previous = '', search = '' } = kit;
  return { loading, navigation: { menu }, listing: { next, previous }, search: { title: search, submit: search } };
}

/** The languages of the interface kit's own words, as BCP 47 tags. Source: docs/seed-coverage.md §9. */
export const KIT_LOCALES = [
  ...[
    'ar',
    'az',
    'bn',
    'ca',
    'ckb',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'et',
    'fa-IR',
    'fi',
    'fr',
    'he',
    'hi',
    'hu',
    'hy',
  ],
  ...[
    'id',
    'it',
    'ja',
    'km',
    'ko',
    'nb-NO',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sv',
    'th',
    'tr',
    'uk',
    'ur',
    'uz',
  ],
  ...['vi', 'zh-CN', 'zh-TW'],
];

const DEFAULT_KIT_LOCALE = 'en';

const RIGHT_TO_LEFT = ['ar', 'ckb', 'fa-IR', 'he', 'ur'];

/** Languages whose words are those of another tag than their family's first. */
const SPECIAL: { [tag: string]: string } = {
  ...{ no: 'nb-NO', nn: 'nb-NO', iw: 'he', in: 'id' },
  ...{ 'zh-hk': 'zh-TW', 'zh-mo': 'zh-TW', 'zh-hant': 'zh-TW' },
};

/** The kit's language for a language: its own, that of its family, or English. @param language a BCP 47 tag: `es-MX` */
export function kitLocaleOf(language: string): string {
  const tag = language.toLowerCase();
  const family = tag.split('-', 1)[0] ?? '';
  const script = tag.split('-', 2).join('-');
  const find = (wanted: string) => KIT_LOCALES.find((one) => one.toLowerCase() === wanted);
  const near = KIT_LOCALES.find((one) => one.toLowerCase().startsWith(`${family}-`));
  return (
    find(tag) ??
    SPECIAL[tag] ??
    SPECIAL[script] ??
    find(script) ??
    find(family) ??
    SPECIAL[family] ??
    near ??
    DEFAULT_KIT_LOCALE
  );
}

/** The direction in which the kit's words of a language are written. */
export function kitDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(kitLocaleOf(language)) ? 'rtl' : 'ltr';
}
