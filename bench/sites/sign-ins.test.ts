import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { keepSigningIn } from './keep-signing-in.ts';
import { postForm } from './post-form.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A server that answers forms with the status from `answer`. */
async function serve(answer: (fields: URLSearchParams, url: string) => number): Promise<string> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(answer(new URLSearchParams(body), request.url ?? '')).end('answered');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a form arrives as a browser sends it, and its answer is told', async () => {
  const origin = await serve((fields, url) =>
    url === '/reset' && fields.get('email') === 'añá+1@bench.test' ? 303 : 500,
  );
  expect(await postForm(`${origin}/reset`, { email: 'añá+1@bench.test' })).toBe(303);
});

test('forms never leave this machine', () => {
  expect(() => postForm('http://example.org/', {})).toThrow('this machine only');
});

test('as many sign-ins as were asked for are in flight, none with the email of another', async () => {
  const emails: (string | null)[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const origin = await serve((fields) => {
    emails.push(fields.get('email'));
    if (emails.length === 30) resolve();
    return emails.length % 10 === 0 ? 429 : 401;
  });
  const stop = keepSigningIn(origin, 3);
  await enough;
  const { perSecond, failures } = await stop();
  expect(new Set(emails).size).toBe(emails.length);
  expect(failures).toBe(Math.floor(emails.length / 10));
  expect(perSecond).toBeGreaterThan(0);
});
