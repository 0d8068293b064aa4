import { expect, test } from 'vitest';
import { until } from '../../test/helpers/eventually.ts';
import { request, startListener } from '../testing/start-listener.ts';

const pathOf = ({ url }: Request) => new URL(url).pathname;

test('requests of one connection are worked on one at a time, in their order', async () => {
  let working = 0;
  let most = 0;
  const server = await startListener(async (asked) => {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setImmediate(resolve));
    working -= 1;
    return new Response(pathOf(asked));
  });
  const client = await server.connect();
  const paths = Array.from({ length: 80 }, (_, index) => `/${index}`);
  client.send(paths.map((path) => request(path)).join(''));
  await until(() => client.statuses().length === paths.length);
  expect(most).toBe(1);
  expect(client.received().match(/^\/\d+/gm)).toEqual(paths);
});

test('somebody else is answered while a connection has many requests waiting', async () => {
  const order: string[] = [];
  const server = await startListener((asked) => {
    order.push(pathOf(asked));
    return new Response('x'.repeat(1_000));
  });
  const [many, other] = [await server.connect(), await server.connect()];
  many.socket.once('data', () => other.send(request('/other')));
  many.send(request('/many').repeat(100));
  await until(() => many.statuses().length === 100 && other.statuses().length === 1);
  expect(order.indexOf('/other')).toBeLessThan(90);
});

test('the next answer is not made before the one ahead of it has been taken', async () => {
  let asked = 0;
  const server = await startListener(() => {
    asked += 1;
    return new Response(new Uint8Array(20_000_000));
  });
  const [slow, other] = [await server.connect(), await server.connect()];
  slow.socket.pause();
  slow.send(request('/picture').repeat(100));
  await until(() => asked === 1);
  other.send(request('/picture'));
  await until(() => other.received().length > 20_000_000);
  expect(asked).toBe(2);
});

test('what lies ready is answered in its turn as well', async () => {
  const server = await startListener(async () => new Response('app'), {
    answerHit(incoming, outgoing) {
      if (incoming.url !== '/ready') return false;
      outgoing.end('ready');
      return true;
    },
  });
  const client = await server.connect();
  client.send([request('/'), request('/ready'), request('/'), request('/ready')].join(''));
  await until(() => client.statuses().length === 4);
  expect(client.received().match(/^(app|ready)(?=HTTP|$)/gm)).toEqual(['app', 'ready', 'app', 'ready']);
});

test('a body that comes in parts behind another request arrives', async () => {
  const first = Promise.withResolvers<void>();
  const server = await startListener(async (asked) => {
    if (asked.method === 'GET') await first.promise;
    return new Response(String((await asked.text()).length));
  });
  const client = await server.connect();
  client.send(request('/') + request('/', { 'Content-Length': '300000' }, 'POST'));
  client.send('x'.repeat(150_000));
  first.resolve();
  client.send('x'.repeat(150_000));
  await until(() => client.statuses().length === 2);
  expect(client.received()).toMatch(/300000$/);
});

test('a client that sends far more than is answered is cut, and told of in one kind', async () => {
  const server = await startListener(() => new Promise(() => {}));
  const [client, other] = [await server.connect(), await server.connect()];
  client.send(request('/').repeat(1_500));
  await until(() => client.isClosed());
  expect(new Set(server.refused)).toEqual(new Set(['pipelined']));
  other.send(request('/').repeat(101));
  await until(async () => (await server.connections()) === 1);
  expect(other.isClosed()).toBe(false);
});

test('what waits on all connections is bounded, and given back when they end', async () => {
  const server = await startListener(() => new Promise(() => {}), { limits: { pipelinedInAll: 10 } });
  const clients = [await server.connect(), await server.connect(), await server.connect()];
  for (const client of clients) client.send(request('/').repeat(8));
  await until(() => clients.filter((client) => client.isClosed()).length === 2);
  for (const client of clients) client.socket.destroy();
  await until(async () => (await server.connections()) === 0);
  const next = await server.connect();
  next.send(request('/').repeat(9) + request('/', { Expect: 'something' }));
  const last = await server.connect();
  last.send('HELLO\r\n\r\n');
  await until(() => last.statuses().length === 1);
  expect(next.isClosed()).toBe(false);
});
