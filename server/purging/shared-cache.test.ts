import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { followChanges } from '../page-cache/follow-changes.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import { createPurger } from './create-purger.ts';

const ORIGIN = 'https://example.org';

const notes = defineCollection({
  name: 'notes',
  schema: z.looseObject({}) as never,
  indexes: [],
  policy: { read: 'public' },
});

/** A shared cache by address, such as many CDNs: it keeps what has `s-maxage`, and does not know `Vary`. */
function createCdn(origin: Pick<TestApp, 'get'>) {
  const kept = new Map<string, string>();
  const asked: string[] = [];
  return {
    asked,
    kept,
    async get(path: string, headers: { [name: string]: string } = {}): Promise<string> {
      const known = kept.get(ORIGIN + path);
      if (known !== undefined) return known;
      asked.push(path);
      const response = await origin.get(path, headers);
      const text = await response.text();
      const control = response.headers.get('cache-control') ?? '';
      const mayKeep = /\bs-maxage=[1-9]/.test(control) && !/private|no-store/.test(control);
      if (mayKeep && !response.headers.has('set-cookie')) kept.set(ORIGIN + path, text);
      return text;
    },
  };
}

async function createSite(cache?: { shared: number }) {
  const store = createMemoryDocumentStore({ collections: [notes] });
  const write = (id: string, text: string) => store.commit([{ kind: 'set', path: `notes/${id}`, data: { text } }]);
  await write('faq', 'first');
  await write('estudios', 'first');
  const noteOf = (target: string) => (target.includes('estudios') ? 'notes/estudios' : 'notes/faq');
  const app = createTestApp({
    store,
    config: cache ? { cache } : {},
    async render(target, source) {
      const [document] = await source.batchGet([noteOf(target)]);
      return renderedPage(`<!DOCTYPE html><p>${document?.data.text}</p><script>start()</script>`);
    },
    onShareEnded: ({ key }) => purger.purge(key),
    origin: ORIGIN,
  });
  await followChanges({ store, collections: ['notes'], changes: app.index, log: app.log }).started;
  const cdn = createCdn(app);
  const purges: { files: string[] }[] = [];
  const service = createServer(async (request, response) => {
    const purge = (await json(request)) as { files: string[] };
    purges.push(purge);
    for (const address of purge.files) cdn.kept.delete(address);
    response.end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const purger = createPurger({ url, token: 'a-token-of-the-cdn', origin: ORIGIN, log: createFakeLog() });
  onTestFinished(async () => {
    await purger.stop();
    service.closeAllConnections();
    service.close();
  });
  return { cdn, write, purges };
}

test('a CDN answers from its copies, and shows what was published after it was told', async () => {
  const { cdn, write, purges } = await createSite({ shared: 600 });
  for (const path of ['/faq', '/faq', '/estudios', '/estudios?page=2']) await cdn.get(path);
  expect(cdn.asked).toEqual(['/faq', '/estudios', '/estudios?page=2']);
  await write('estudios', 'second');
  await eventually(() => expect(purges).toHaveLength(1));
  expect(purges[0]?.files.sort()).toEqual([`${ORIGIN}/estudios`, `${ORIGIN}/estudios?page=2`]);
  expect(await cdn.get('/estudios')).toContain('second');
  expect(await cdn.get('/faq')).toContain('first');
  expect(cdn.asked.slice(3)).toEqual(['/estudios']);
});

test('a CDN keeps nothing that it could not be told about, or that is not for everybody', async () => {
  const { cdn } = await createSite({ shared: 600 });
  const within = { referer: `${ORIGIN}/faq`, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
  for (const [path, headers] of [
    ['/faq?utm_source=mail', {}],
    ['/', {}],
    ['/faq', { 'save-data': 'on' }],
    ['/en/faq', within],
    ['/faq/_payload.json', {}],
    ['/search?q=x', {}],
  ] as const) {
    await cdn.get(path, headers);
    expect([...cdn.kept.keys()], `${path} ${JSON.stringify(headers)}`).toEqual([]);
  }
});

test('without the setting, a CDN keeps no page', async () => {
  const { cdn } = await createSite();
  await cdn.get('/faq');
  expect([...cdn.kept.keys()]).toEqual([]);
});
