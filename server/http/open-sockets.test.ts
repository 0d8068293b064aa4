import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { until } from '../../test/helpers/eventually.ts';
import { request, startListener } from '../testing/start-listener.ts';

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
