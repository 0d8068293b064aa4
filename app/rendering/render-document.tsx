import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { MessageStoreProvider } from '../i18n/message-provider.tsx';
import type { MessageStore } from '../i18n/messages.ts';
import { messagesScript } from '../i18n/messages-script.ts';
import { handoffScripts } from './handoff-scripts.ts';
import { NonceProvider } from './inline-code.ts';

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
