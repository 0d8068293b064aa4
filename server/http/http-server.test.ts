import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { eventually, until } from '../../test/helpers/eventually.ts';
import { type RawClient, request, startListener } from '../testing/start-listener.ts';

const BIG = new Uint8Array(30_000_000);

test.each([
  ['h2c', 'Upgrade, HTTP2-Settings'],
  ['websocket', 'Upgrade'],
  ['anything', 'upgrade'],
])('a wish to upgrade to %s that nobody knows is ignored', async (protocol, connection) => {
  const server = await startListener((asked) => new Response(new URL(asked.url).pathname));
  const client = await server.connect({ allowHalfOpen: true });
  client.send(request('/faq', { Connection: connection, Upgrade: protocol, 'HTTP2-Settings': 'AAMAAABk' }));
  await until(() => client.isClosed());
  expect(client.statuses()).toEqual([200]);
  expect(client.received()).toMatch(/\/faq$/);
});

test('a target with a scheme and a host is the same as without', async () => {
  const server = await startListener((asked) => new Response(asked.url));
  const client = await server.connect();
  client.send(request('http://evil.example/faq?a=1') + request('HTTPS://evil.example?b=2'));
  await until(() => client.statuses().length === 2);
  expect(client.received()).toContain('http://host.invalid/faq?a=1');
  expect(client.received()).toContain('http://host.invalid/?b=2');
  expect(client.received()).not.toContain('evil');
});

test.each<[string, string, number | 'closed']>([
  ['64 kB of headers', request('/', { 'X-Long': 'x'.repeat(65_536) }), 431],
  ['a target of 16 kB', request(`/${'x'.repeat(16_384)}`), 431],
  ['three thousand header fields', `GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(3_000)}\r\n`, 431],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['OPTIONS *', request('*', {}, 'OPTIONS'), 400],
  ['CONNECT', request('example.org:443', {}, 'CONNECT'), 'closed'],
  ['an expectation that nobody knows', request('/', { Expect: 'a miracle' }), 417],
  ['two lengths', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length and chunks', request('/', { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }, 'POST'), 400],
  ['chunks that are not the last encoding', request('/', { 'Transfer-Encoding': 'chunked, gzip' }, 'POST'), 400],
  ['an encoding after a tab', request('/', { 'Transfer-Encoding': '\u000bchunked' }, 'POST'), 400],
  ['a malformed chunk', `${request('/', { 'Transfer-Encoding': 'chunked' }, 'POST')}zz\r\n`, 400],
  ['NUL in the target', request('/\0'), 400],
  ['bytes that are not UTF-8', request('/\xff\xfe%ff%c3'), 400],
  ['a backslash', request('/\\..\\x'), 400],
  ['no target', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
])('%s is refused or answered, and the server goes on', async (_, sent, expected) => {
  const server = await startListener(async (asked) => new Response(String((await asked.text()).length)));
  const client = await server.connect();
  client.send(sent);
  if (expected === 'closed') await until(() => client.isClosed());
  else await until(() => client.statuses().length > 0);
  expect(client.statuses()).toEqual(expected === 'closed' ? [] : [expected]);
  const next = await server.connect();
  next.send(request('/'));
  await until(() => next.statuses()[0] === 200);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A'],
  ['a body', request('/', { 'Content-Length': '1000' }, 'POST')],
  ['nothing', ''],
])('who sends %s drop by drop is cut', async (_, start) => {
  const server = await startListener(async (asked) => new Response(await asked.text()), {
    timeouts: { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 },
  });
  const client = await server.connect();
  client.send(start);
  const drops = setInterval(() => start && client.send('a'), 20);
  await until(() => client.isClosed()).finally(() => clearInterval(drops));
  expect(client.statuses().filter((status) => status !== 408)).toEqual([]);
});

test('an answer that nobody takes is cut, and what makes it is told', async () => {
  const cancelled = vi.fn();
  const server = await startListener(
    (asked) => {
      if (asked.url.endsWith('/kept')) return new Response(BIG);
      return new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)), cancel: cancelled }),
      );
    },
    {
      limits: { stall: 150 },
      answerHit(incoming, outgoing) {
        if (incoming.url !== '/ready') return false;
        outgoing.end(BIG);
        return true;
      },
    },
  );
  for (const path of ['/stream', '/kept', '/ready']) {
    const client = await server.connect();
    client.socket.pause();
    client.send(request(path));
  }
  await eventually(async () => expect(await server.connections()).toBe(0));
  await eventually(() => expect(cancelled).toHaveBeenCalledOnce());
});

test('a client that takes its answer slowly, and an app that takes its time, are left alone', async () => {
  const work = Promise.withResolvers<void>();
  const server = await startListener(
    (asked) => {
      if (asked.url.endsWith('/whole')) return new Response(BIG);
      const parts = [async () => BIG, () => work.promise.then(() => new Uint8Array(1))];
      return new Response(
        new ReadableStream({
          async pull(controller) {
            const part = await parts.shift()?.();
            if (part) controller.enqueue(part);
            else controller.close();
          },
        }),
      );
    },
    { limits: { stall: 2_000 } },
  );
  const served: Socket[] = [];
  server.http.on('connection', (socket: Socket) => served.push(socket));
  const [slow, patient] = [await server.connect(), await server.connect()];
  for (const client of [slow, patient]) client.socket.pause();
  const sips = setInterval(() => {
    // Only part of what has arrived: on a fast machine, all of it would be the whole response.
    slow.socket.once('data', () => slow.socket.pause());
    slow.socket.resume();
  }, 20);
  slow.send(request('/whole'));
  patient.send(request('/parts'));
  await until(() => served.every((socket) => socket.timeout === 2_000));
  patient.socket.resume();
  await until(() => patient.received().length > BIG.length);
  // A client that reads nothing is disconnected meanwhile: the slow ones had as much time.
  const stalled = await server.connect();
  stalled.socket.pause();
  stalled.send(request('/whole'));
  await until(() => served[2]?.destroyed);
  clearInterval(sips);
  expect([served[0]?.destroyed, served[1]?.destroyed]).toEqual([false, false]);
  work.resolve();
  await until(() => patient.received().endsWith('0\r\n\r\n'));
});

test('while there is too much to do, others are told to come back', async () => {
  const work = Promise.withResolvers<void>();
  const server = await startListener(
    async () => {
      await work.promise;
      return new Response('done');
    },
    { limits: { working: 1 } },
  );
  const [first, second] = [await server.connect(), await server.connect()];
  first.send(request('/'));
  second.send(request('/'));
  await until(() => first.statuses().length + second.statuses().length === 1);
  const refused = first.statuses().length === 1 ? first : second;
  expect(refused.statuses()).toEqual([503]);
  expect(refused.received()).toContain('Retry-After: 5\r\n');
  expect(refused.received()).toContain('X-Content-Type-Options: nosniff\r\n');
  expect(refused.received()).toMatch(/Demasiado\.\nToo much\.\n$/);
  expect(server.refused).toEqual(['busy']);
  work.resolve();
  await until(() => [first, second].some((client) => client.statuses()[0] === 200));
  const third = await server.connect();
  third.send(request('/'));
  await until(() => third.statuses()[0] === 200);
});

test('connections are bounded, and new ones are taken again when some are gone', async () => {
  const server = await startListener(() => new Promise(() => {}), { limits: { connections: 3 } });
  const clients = [await server.connect(), await server.connect(), await server.connect()];
  for (const client of clients) client.send(request('/'));
  const refused = await server.connect();
  await until(() => refused.isClosed());
  expect(server.refused).toEqual(['connections']);
  expect(clients.some((client) => client.isClosed())).toBe(false);
  clients[0]?.socket.destroy();
  await eventually(async () => expect(await server.connections()).toBe(2));
  const next = await server.connect();
  next.send('HELLO\r\n\r\n');
  await until(() => next.statuses()[0] === 400);
});

test('connections that are kept alive give way to new ones', async () => {
  const server = await startListener(() => new Response('x'), { limits: { connections: 10 } });
  const idle: RawClient[] = [];
  for (let index = 0; index < 8; index++) {
    const client = await server.connect();
    client.send(request('/'));
    await until(() => client.statuses().length === 1);
    idle.push(client);
  }
  const next = await server.connect();
  next.send(request('/'));
  await until(() => idle.every((client) => client.isClosed()) && next.statuses().length === 1);
  expect(next.isClosed()).toBe(false);
  expect(server.refused).toEqual([]);
});

test('connections of one address are bounded', async () => {
  const server = await startListener(() => new Response('x'), { limits: { connectionsOfOne: 1 } });
  // Loopback has no limit: a proxy on the same machine connects from there.
  const clients = [await server.connect(), await server.connect()];
  for (const client of clients) client.send(request('/'));
  await until(() => clients.every((client) => client.statuses()[0] === 200));
});

test('bytes that wait for slow clients are bounded in all', async () => {
  const server = await startListener(() => new Response(BIG), { limits: { unsentBytes: 50_000_000 } });
  const clients: RawClient[] = [];
  for (let index = 0; index < 4; index++) {
    const client = await server.connect();
    client.socket.pause();
    client.send(request('/'));
    clients.push(client);
  }
  await eventually(async () => expect(await server.connections()).toBeLessThan(2));
  expect(server.refused).toEqual(['unsent-bytes']);
});
