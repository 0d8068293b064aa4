import { runInNewContext } from 'node:vm';
import { expect, it, test } from 'vitest';
import { createMessageStore } from '../i18n/messages.ts';
import { readAllMessages } from '../i18n/server-messages.ts';
import { handoffScripts, messagesScript } from './render-document.tsx';

test.each(['es', 'en'])(
  'a document in %s carries the messages of every page, and none of the admin area or of mails',
  (locale) => {
    const html = messagesScript(locale, createMessageStore(readAllMessages()).read(locale));
    const [, json = ''] = /<script[^>]*>(.*)<\/script>/s.exec(html) ?? [];
    const [[name, messages] = []] = Object.entries(JSON.parse(json) as { [locale: string]: object });
    expect(name).toBe(locale);
    expect(Object.keys(messages ?? {})).toEqual(['common', 'error']);
  },
);

const NONCE = 'b1946ac9';

function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
}

/** The data that the scripts pass to React Router's client. */
function receive(html: string): unknown[] {
  const received: unknown[] = [];
  const streamController = { enqueue: (text: string) => received.push(text), close: () => received.push('closed') };
  for (const [, code = ''] of html.matchAll(/<script nonce="b1946ac9">(.*?)<\/script>/gs)) {
    runInNewContext(code, { window: { __reactRouterContext: { streamController } } });
  }
  return received;
}

it('hands over exactly what was said, also where a letter is cut in two', async () => {
  const said = '{"title":"Ácido \u2028 </script><script>alert(1)</script> & más","emoji":"🩻"}';
  const html = await handoffScripts(streamOf(new TextEncoder().encode(said), 3), NONCE);
  expect(receive(html)).toEqual([said, 'closed']);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});

it('fails when what was said cannot be read', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('Server Timeout')),
  });
  await expect(handoffScripts(broken, NONCE)).rejects.toThrow('Server Timeout');
});
