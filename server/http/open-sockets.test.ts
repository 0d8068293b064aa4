import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { until } from '../../test/helpers/eventually.ts';
import { request, startListener } from '../testing/start-listener.ts';
import { createConnectionShare } from './open-sockets.ts';

test('a server closes, whatever its clients do', async () => {
  const upgraded: Duplex[] = [];
  const server = await startListener(
    async (asked) => {
      const { pathname } = new URL(asked.url);
      if (pathname === '/poll') return new Promise(() => {});
      if (pathname === '/events')
        return new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(1)) }));
      return new Response(new Uint8Array(20_000_000));
    },
    { sockets: { accepts: ({ url }) => url === '/socket', upgrade: (_, socket) => void upgraded.push(socket) } },
  );
  const sent = [
    '',
    'GET / HT',
    request('/', { 'Content-Length': '10' }, 'POST'),
    request('/poll'),
    request('/poll').repeat(50),
    request('/events'),
    request('/'),
    request('/socket', { Connection: 'Upgrade', Upgrade: 'websocket' }),
  ];
  for (const text of sent) {
    for (const isHalfOpen of [false, true]) {
      const client = await server.connect({ allowHalfOpen: true });
      client.socket.pause();
      client.send(text);
      if (isHalfOpen) client.socket.end();
    }
  }
  await until(() => upgraded.length === 2);
  await server.close(20);
  expect(await server.connections()).toBe(0);
});

test('a request in flight is answered before the server closes', async () => {
  const work = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const server = await startListener(async () => {
    started.resolve();
    await work.promise;
    return new Response('done');
  });
  const client = await server.connect();
  client.send(request('/'));
  await started.promise;
  const closed = server.close(60_000);
  work.resolve();
  await closed;
  await until(() => client.received().endsWith('done'));
});

test('a request that was on its way when the server began to close is answered, as the last one of its connection', async () => {
  const server = await startListener(async () => new Response('done'));
  const client = await server.connect();
  client.send(request('/'));
  await until(() => client.received().endsWith('done'));
  const closed = server.close(60_000);
  client.send(request('/'));
  await closed;
  const read = () => client.received().split('HTTP/1.1 ').slice(1);
  await until(() => read().length === 2);
  const answers = read();
  expect(answers[0]).not.toMatch(/^connection: close/im);
  expect(answers[1]).toMatch(/^connection: close\r$/im);
  expect(await server.connections()).toBe(0);
});

test('an address has its share of connections, and others have theirs', () => {
  const share = createConnectionShare(2);
  const give = share.take('203.0.113.7');
  expect(share.take('::ffff:203.0.113.7')).toBeDefined();
  expect(share.take('203.0.113.7')).toBeUndefined();
  expect(share.take('203.0.113.8')).toBeDefined();
  give?.();
  expect(share.take('203.0.113.7')).toBeDefined();
  expect(share.take('203.0.113.7')).toBeUndefined();
});

test('the addresses of one IPv6 network count together', () => {
  const share = createConnectionShare(1);
  expect(share.take('2001:db8:1:2::1')).toBeDefined();
  expect(share.take('2001:db8:1:2:ffff::9')).toBeUndefined();
  expect(share.take('2001:db8:1:3::1')).toBeDefined();
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', undefined])('%s has no limit', (address) => {
  const share = createConnectionShare(1);
  expect([share.take(address), share.take(address)]).not.toContain(undefined);
});
