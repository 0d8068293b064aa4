import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog, type FakeLog } from '../testing/fake-log.ts';
import { createPurger, idlePurgeWarning, type Purger } from './create-purger.ts';

const TOKEN = 'a-token-of-the-cdn';

let url = '';
let log: FakeLog;
/** The statuses of the next answers; then 200. */
let statuses: number[];
let received: { authorization: string | undefined; body: unknown }[];
let purger: Purger;

const cdn = createServer(async (request, response) => {
  received.push({ authorization: request.headers.authorization, body: await json(request) });
  response.writeHead(statuses.shift() ?? 200, { Location: '/elsewhere' }).end('{}');
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  [log, statuses, received] = [createFakeLog(), [], []];
  purger = createPurger({ url, token: TOKEN, origin: 'https://example.org', log, random: () => 0.5 });
});
afterEach(async () => {
  vi.useRealTimers();
  await purger.stop();
  cdn.closeAllConnections();
  await new Promise((resolve) => cdn.close(resolve));
});

const bodies = () => received.map(({ body }) => body);
/** Lets time pass, and waits until so many requests have been answered. */
async function pass(ms: number, requests: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await eventually(() => expect(received).toHaveLength(requests));
}

test('sends what changed within a second once, with the token', async () => {
  for (const path of ['/faq', '/en/faq?page=2', '/faq']) purger.purge(path);
  await pass(999, 0);
  await pass(1, 1);
  const files = ['https://example.org/faq', 'https://example.org/en/faq?page=2'];
  expect(received).toEqual([{ authorization: `Bearer ${TOKEN}`, body: { files } }]);
});

test('sends many addresses in requests of 100, and everything at once when they are too many', async () => {
  for (let index = 0; index < 250; index++) purger.purge(`/${index}`);
  await pass(1_000, 3);
  expect(received.map(({ body }) => (body as { files: string[] }).files.length)).toEqual([100, 100, 50]);
  for (let index = 0; index < 1_001; index++) purger.purge(`/${index}`);
  await purger.stop();
  expect(bodies().slice(3)).toEqual([{ purge_everything: true }]);
});

test('repeats what failed with growing delays until it succeeds, and logs that once', async () => {
  statuses = [500, 401, 302];
  purger.purge('/faq');
  await pass(1_000, 1);
  purger.purge('/about');
  let waited = 1_000;
  for (; received.length < 4; waited += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }
  expect(waited, 'a second for changes, then one, two and four').toBeGreaterThanOrEqual(8_000);
  const both = { files: ['https://example.org/faq', 'https://example.org/about'] };
  expect(bodies()).toEqual([{ files: ['https://example.org/faq'] }, both, both, both]);
  expect(log.warnings).toHaveLength(1);
  expect(String(log.warnings[0]?.fields.err)).toBe('Error: The CDN answered 500');
});

test('sends what waits when the server stops', async () => {
  purger.purge('/faq');
  await purger.stop();
  expect(bodies()).toEqual([{ files: ['https://example.org/faq'] }]);
});

test('ends in time when the CDN cannot be reached', async () => {
  statuses = [503];
  purger.purgeEverything();
  await purger.stop();
  expect(bodies()).toEqual([{ purge_everything: true }]);
});

test('a site whose caches ask before each answer is told that a CDN has nothing to purge', () => {
  expect(idlePurgeWarning({})).toContain('no cache.shared');
  expect(idlePurgeWarning({ cache: { shared: 60 } })).toBeUndefined();
});
