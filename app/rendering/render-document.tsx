import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { MessageStoreProvider } from '../i18n/message-provider.tsx';
import { MESSAGES_ELEMENT_ID, type MessageStore, type Messages, PAGE_NAMESPACES } from '../i18n/messages.ts';
import { NonceProvider } from './inline-code.ts';

const ESCAPES: { [character: string]: string } = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Module state, because it is a function of the messages alone, which are the same for every page of a language. */
const elements = new WeakMap<Messages, { locale: Locale; element: string }>();

/** React's marker for suspended content. Texts of a page cannot contain it: their `<` is escaped. */
const UNFINISHED = '<!--$!-->';

export interface RenderedParts {
  url: string;
  context: EntryContext;
  messages: MessageStore;
  nonce: string;
  /** Whether the document contains the messages and the loaders' data. */
  withData: boolean;
}

/**
 * Renders the whole document to HTML. It is sent in one piece, so it is rendered without streaming: the loaders have awaited
 * everything, and their data is in scripts at the end, as React Router's own streaming would send it.
 * @throws errors of components outside a boundary, and an Error if something is suspended
 */
export async function renderDocument({ url, context, messages, nonce, withData }: RenderedParts): Promise<string> {
  const { serverHandoffStream, ...own } = context;
  const html = renderToString(
    <NonceProvider value={nonce}>
      <MessageStoreProvider value={messages}>
        <ServerRouter context={own} url={url} nonce={nonce} />
      </MessageStoreProvider>
    </NonceProvider>,
  );
  if (html.includes(UNFINISHED)) throw new Error('A part of the page waits for something while it is rendered');
  const scripts = withData && serverHandoffStream && own.renderMeta?.didRenderScripts;
  const end = html.lastIndexOf('</body>');
  if (!scripts || end < 0) return `<!DOCTYPE html>${html}`;
  const { locale } = splitLocale(localeSet, new URL(url).pathname);
  const data = messagesScript(locale, messages.read(locale)) + (await handoffScripts(serverHandoffStream, nonce));
  return `<!DOCTYPE html>${html.slice(0, end)}${data}${html.slice(end)}`;
}

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

/** The inline scripts that pass the complete loader data to React Router's client. */
export async function handoffScripts(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let data = '';
  for await (const chunk of stream) data += decoder.decode(chunk, { stream: true });
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
  const script = (code: string) =>
    `<script nonce="${nonce}">window.__reactRouterContext.streamController.${code}</script>`;
  return script(`enqueue(${text});`) + script('close();');
}
