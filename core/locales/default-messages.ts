import type { Locale, LocaleSet } from './locale.ts';
import type { MessageTree } from './map-messages.ts';

/** The fallback language of messages. Source: docs/seed-coverage.md §9. */
const DEFAULT_MESSAGE_LANGUAGE = 'en-US';

/** The site's locale with that language; `undefined` if it has none. */
export function defaultMessageLocale({ locales }: LocaleSet): Locale | undefined {
  return locales.find(({ language }) => language === DEFAULT_MESSAGE_LANGUAGE)?.code;
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
