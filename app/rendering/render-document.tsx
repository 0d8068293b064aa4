import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { MessageStoreProvider } from '../i18n/message-provider.tsx';
import type { MessageStore } from '../i18n/messages.ts';
import { NonceProvider } from './inline-code.ts';

/** The whole document as HTML, once everything in it is ready. @throws whatever a component throws outside a boundary. */
export function renderDocument(
  url: string,
  context: EntryContext,
  messages: MessageStore,
  nonce: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <MessageStoreProvider value={messages}>
          <ServerRouter context={context} url={url} nonce={nonce} />
        </MessageStoreProvider>
      </NonceProvider>,
      {
        nonce,
        onAllReady() {
          const chunks: Uint8Array[] = [];
          const body = new Writable({
            write(chunk: Uint8Array, _, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              // Decoded once: a text put together from many pieces makes every search in it slower.
              resolve(Buffer.concat(chunks).toString());
              done();
            },
          });
          body.on('error', reject);
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
}
