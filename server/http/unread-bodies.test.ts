import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../test/helpers/eventually.ts';
import { readBytes } from '../forms/receive-form.ts';
import { request, startListener } from '../testing/start-listener.ts';

/** Bytes of a body that are read at most. */
const MOST = 70_000;

/** Answers 200 to a body that was read, 413 to one that is too large, and 403 without reading; each with what it was asked for. */
async function answer(asked: Request): Promise<Response> {
  const path = new URL(asked.url).pathname;
  if (path === '/forbidden') return new Response(path, { status: 403 });
  if (path === '/moved') return new Response(null, { status: 303, headers: { Location: '/' } });
  if (asked.method === 'GET') return new Response(path);
  const bytes = await readBytes(asked, MOST);
  return bytes === 'too-large' ? new Response(path, { status: 413 }) : new Response(path);
}

const withLength = (path: string, length: number) => request(path, { 'Content-Length': String(length) }, 'POST');
const inChunks = (path: string) => request(path, { 'Transfer-Encoding': 'chunked' }, 'POST');
const chunk = (length: number) => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`;

test.each<[what: string, status: number, head: string, body: string]>([
  ['a body that is too large', 413, withLength('/', 3_000_000), 'x'.repeat(200_000)],
  ['chunks that are too much', 413, inChunks('/'), chunk(200_000)],
  ['a body that nobody reads', 403, withLength('/forbidden', 3_000_000), 'x'.repeat(200_000)],
  ['chunks that nobody reads', 403, inChunks('/forbidden'), chunk(200_000)],
  ['a body that does not begin', 403, withLength('/forbidden', 10), ''],
  ['a body of a form that moved', 303, withLength('/moved', 10), 'x'],
  ['a body with an expectation', 413, request('/', { Expect: '100-continue', 'Content-Length': '999999' }, 'POST'), ''],
  ['a body with an unknown expectation', 417, request('/', { Expect: 'more', 'Content-Length': '9' }, 'POST'), ''],
  ['a body of a reader', 200, request('/', { 'Content-Length': '9' }), ''],
  [
    'a body with a wish to upgrade',
    403,
    request('/forbidden', { Connection: 'Upgrade', Upgrade: 'x', 'Content-Length': '9' }, 'POST'),
    '',
  ],
])('who is answered before the end of %s is told that the connection ends', async (_, status, head, body) => {
  const server = await startListener(answer);
  const client = await server.connect({ allowHalfOpen: true });
  client.send(head + body);
  await until(() => client.isClosed());
  expect(client.statuses().filter((code) => code !== 100)).toEqual([status]);
  expect(client.received()).toMatch(/\r\nConnection: close\r\n/i);
});

test('a client of HTTP/1.0 that would keep its connection is told so, too', async () => {
  const server = await startListener(answer);
  const client = await server.connect({ allowHalfOpen: true });
  client.send('POST / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 999999\r\n\r\n');
  await until(() => client.isClosed());
  expect(client.received()).toMatch(/^HTTP\/1\.1 413.*\r\nConnection: close\r\n/is);
});

test('the rest of a refused body is taken, so that its sender gets the answer, and no later request', async () => {
  const asked: string[] = [];
  const server = await startListener((one) => {
    asked.push(one.method);
    return answer(one);
  });
  const client = await server.connect({ allowHalfOpen: true });
  client.send(withLength('/', 20_000_000));
  for (let sent = 0; sent < 20_000_000; sent += 1_000_000) client.send('x'.repeat(1_000_000));
  client.send(request('/next'));
  await until(() => client.isClosed() && client.socket.writableLength === 0);
  expect(client.statuses()).toEqual([413]);
  await until(async () => (await server.connections()) === 0);
  expect(asked).toEqual(['POST']);
});

test.each([
  ['with a length', () => withLength('/forbidden', 1e9)],
  ['in chunks', () => inChunks('/forbidden') + chunk(10)],
])('a refused body %s that does not go on is given up', async (_, head) => {
  const server = await startListener(answer, { limits: { unread: 100 } });
  const client = await server.connect({ allowHalfOpen: true });
  client.send(head());
  await until(() => client.statuses().length > 0);
  await until(async () => (await server.connections()) === 0);
  expect(client.statuses()).toEqual([403]);
});

test('a refused body without an end is given up', async () => {
  const server = await startListener(answer, { limits: { unreadBytes: 1_000_000 } });
  const client = await server.connect({ allowHalfOpen: true });
  client.send(withLength('/forbidden', 1e9));
  await until(() => client.statuses().length > 0);
  const more = setInterval(() => client.send('x'.repeat(100_000)), 1);
  onTestFinished(() => clearInterval(more));
  await until(async () => (await server.connections()) === 0);
  expect(client.statuses()).toEqual([403]);
});

test('a connection stays open for the next request once a body has arrived, whether it was read or not', async () => {
  const server = await startListener(answer);
  const client = await server.connect();
  const small = withLength('/', 10);
  // Arrived as a whole before it is refused, but larger than what Node holds back.
  const unread = withLength('/', MOST + 1);
  for (const [index, sent] of [small + 'x'.repeat(10), unread + 'x'.repeat(MOST + 1), request('/last')].entries()) {
    client.send(sent);
    await until(() => client.statuses().length > index || client.isClosed());
  }
  const closes = /Connection: close/i.test(client.received());
  expect(client.statuses()).toEqual(closes ? [200, 413] : [200, 413, 200]);
});

/**
 * A proxy such as nginx: it passes whole requests on over connections that it keeps, unless an answer says that one ends.
 * @returns the statuses of the answers, 502 for a connection that broke
 */
function startProxy(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  onTestFinished(() => agent.destroy());
  return (path: string, body?: string) =>
    new Promise<number>((resolve) => {
      const method = body === undefined ? 'GET' : 'POST';
      const headers = body === undefined ? {} : { 'Content-Length': String(body.length) };
      const passed = httpRequest({ agent, port, host: '127.0.0.1', path, method, headers });
      passed.on('response', (answered: IncomingMessage) => {
        answered.resume();
        answered.on('end', () => resolve(answered.statusCode ?? 0));
      });
      passed.on('error', () => resolve(502));
      passed.end(body);
    });
}

test('behind a proxy that keeps connections, large bodies of one person do not break the requests of others', async () => {
  const server = await startListener(answer);
  const pass = startProxy((server.http.address() as AddressInfo).port);
  const statuses: number[] = [];
  const attack = async () => {
    for (let round = 0; round < 8; round++) expect(await pass('/', 'x'.repeat(100_000 + round * 200_000))).toBe(413);
  };
  let isOver = false;
  const visit = async () => {
    while (!isOver) {
      statuses.push(await pass('/read', 'x'), await pass('/page'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const visits = Promise.all([visit(), visit()]);
  await Promise.all([attack(), attack()]);
  // As long as the connections of the refused bodies might still end.
  const end = performance.now() + 800;
  await until(() => performance.now() > end);
  isOver = true;
  await visits;
  expect(new Set(statuses)).toEqual(new Set([200]));
});
