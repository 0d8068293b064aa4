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
export function familyOf(language: string): string {
  return language.split('-', 1)[0] ?? '';
}

/** The messages of several sources as one, the first ones first; `undefined` without sources. */
export function mergeMessages<Text>(sources: readonly MessageTree<Text>[]): MessageTree<Text> | undefined {
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
