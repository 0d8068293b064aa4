import type { Locale } from '#core/locales/locale.ts';
import { MESSAGES_ELEMENT_ID, type Messages, PAGE_NAMESPACES } from './messages.ts';

/** Module state, because it is a function of the messages alone, which are the same for every page of a language. */
const elements = new WeakMap<Messages, { locale: Locale; element: string }>();

/** The script element that embeds the messages of every page in a document, for hydration. */
export function messagesScript(locale: Locale, messages: Messages): string {
  const kept = elements.get(messages);
  if (kept?.locale === locale) return kept.element;
  const carried = Object.fromEntries(PAGE_NAMESPACES.map((namespace) => [namespace, messages[namespace]]));
  const json = JSON.stringify({ [locale]: carried }).replace(/</g, '\\u003c');
  const element = `<script type="application/json" id="${MESSAGES_ELEMENT_ID}">${json}</script>`;
  elements.set(messages, { locale, element });
  return element;
}
