import { afterEach, describe, expect, test } from 'vitest';
import type { DocumentReader } from '#core/documents/document-store.ts';
import { islandAddress, islandKey } from '#core/islands/island-address.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { followChanges } from '#server/page-cache/follow-changes.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { createReadIndex } from '#server/page-cache/read-index.ts';
import type { RenderPage } from '#server/rendering/rendered-page.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { answerIsland } from './answer-island.tsx';

const ORIGIN = 'https://site.example';
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function servicesOver(store: DocumentReader) {
  const content = createPublishedContent({ store, config: testConfig });
  return { config: testConfig, origin: ORIGIN, content, search: {} as SearchIndex, icon: () => undefined };
}

async function startSite() {
  const site = createContentSite();
  const publishNew = async (id: string, title: string) => {
    await site.putItem(id, 'notice', { es: testLanguage(id, { title, summary: 'x' }) });
    await publish(site, id, ['es']);
    site.clock.time += 1_000;
  };
  return { ...site, publish: publishNew, ask: (target: string) => answerIsland(servicesOver(site.store), target) };
}

const latest = (props: object) => islandAddress('LatestItems', props);

describe('an island', () => {
  test('is a fragment with the newest items, whole addresses and a style sheet', async () => {
    const { publish, ask } = await startSite();
    for (const number of [1, 2, 3]) await publish(`item-${number}`, `Título ${number}`);
    const answer = await ask(latest({ language: 'es', type: 'notice', count: 2 }));
    expect(answer).toMatchObject({
      status: 200,
      island: {
        id: expect.stringMatching(/^LatestItems_[0-9a-f]{8}$/),
        head: { style: [{ innerHTML: expect.any(String) }] },
      },
    });
    const html = answer.status === 200 ? answer.island.html : '';
    expect(html).toContain('lang="es-MX"');
    expect([...html.matchAll(/<a href="([^"]+)" lang/g)].map(([, href]) => href)).toEqual([
      `${ORIGIN}/notice-es/item-3`,
      `${ORIGIN}/notice-es/item-2`,
    ]);
    expect(html).toContain(`href="${ORIGIN}/notice-es"`);
  });

  test('escapes what authors wrote', async () => {
    const { publish, ask } = await startSite();
    await publish('item', '<img src=x onerror=alert(1)>"');
    const answer = await ask(latest({ language: 'es', count: 5 }));
    const html = answer.status === 200 ? answer.island.html : '';
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
  });

  test('says in which language an item is that another one lacks', async () => {
    const { publish, ask } = await startSite();
    await publish('item', 'Solo en español');
    const answer = await ask(latest({ language: 'en', count: 5 }));
    const html = answer.status === 200 ? answer.island.html : '';
    expect(html).toContain('lang="es-MX" dir="ltr">Solo en español');
    expect(html).toContain('In Spanish');
  });
});

describe('a request for an island is refused', () => {
  const named = (name: string, props: string) =>
    `/__nuxt_island/${islandKey(name, props)}.json?props=${encodeURIComponent(props)}`;

  test.each([
    ['that is not registered', named('Secrets', '{}'), 404],
    ['with the name of a member of every object', named('Constructor', '{}'), 404],
    ['without a hash', '/__nuxt_island/LatestItems.json', 404],
    ['with the hash of other props', '/__nuxt_island/LatestItems_00000000.json?props=%7B%7D', 400],
    ['without props', named('LatestItems', '{}').replace(/\?.*/, ''), 400],
    ['with props that are not JSON', named('LatestItems', '{'), 400],
    ['in a language that the site lacks', latest({ language: 'xx', count: 5 }), 400],
    ['of a type without a listing', latest({ language: 'es', type: 'faqs', count: 5 }), 400],
    ['of too many items', latest({ language: 'es', count: 11 }), 400],
    ['with members that it does not have', latest({ language: 'es', count: 5, more: 1 }), 400],
    ['with props that are spelled in another way', named('LatestItems', '{"count":5,"language":"es"}'), 400],
  ])('%s', async (_, target, status) => {
    const { ask } = await startSite();
    expect(await ask(target)).toEqual({ status, message: expect.stringMatching(/\S/) });
  });
});

test('an island is rendered once, and again after something that it shows was published', async () => {
  const { store, publish } = await startSite();
  const targets: string[] = [];
  const render: RenderPage = async (target, readFrom) => {
    targets.push(target);
    const answer = await answerIsland(servicesOver(readFrom), target);
    const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' });
    const body = JSON.stringify(answer.status === 200 ? answer.island : answer);
    return { status: answer.status, headers, body, inline: { scripts: [], styles: [] } };
  };
  const log = createFakeLog();
  const index = createReadIndex();
  const cache = new PageCache({ render, store, index, log, securityHeaders: [] });
  const collections = ['publication-cards', 'listing-counts'];
  const following = followChanges({ store, collections, changes: index, log });
  ends.push(
    () => store.close(),
    () => cache.close(),
    following.stop,
  );
  await following.started;
  const key = latest({ language: 'es', count: 5 });
  const address = {
    ...{ key, pathname: key, search: '', locale: 'es', explicit: false },
    ...{ cacheable: true, isSearch: false, canonical: false },
  };
  const read = async () => {
    const result = await cache.load(address);
    return result.kind === 'page' ? result.page.full.identity.body.toString() : '';
  };
  await publish('one', 'El primero');
  expect(await read()).toContain('El primero');
  await read();
  expect(targets).toHaveLength(1);
  await publish('two', 'El segundo');
  await expect.poll(read).toContain('El segundo');
  expect(cache.paths()).toEqual([]);
});
