import { expect, test } from 'vitest';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';
import { type Actor, ANONYMOUS } from '../access/actor.ts';
import type { Role } from '../accounts/user.ts';
import { auditLog } from '../audit/audit-log.ts';
import { contentCollectionsIn } from '../content/collections.ts';
import type { Collection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { media } from '../media/media.ts';
import { latestPublications } from '../public-content/latest-publications.ts';
import { countItems } from './count-items.ts';

const languages = testConfig.locales.map(({ code }) => code);
const counted = { types: ['not-found', 'notice'], languages };
const actor = (role: Role): Actor => ({
  kind: 'person',
  id: 'ana',
  name: 'Ana',
  role,
  languages: [],
  disabled: false,
});

async function fill(store?: DocumentStore) {
  const site = createContentSite(store);
  await site.putItem('a', 'notice', { es: testLanguage('a'), en: testLanguage('a') });
  await site.putItem('b', 'notice', { es: testLanguage('b') });
  await site.putItem('c', 'notice', { es: testLanguage('c', { state: 'archived' }) });
  await site.putItem('d', 'notice', { en: testLanguage('d', { state: 'scheduled' }) });
  await publish(site, 'a', ['es', 'en']);
  await publish(site, 'b', ['es']);
  await site.editItem('b', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { es: { ...es, state: 'changed' } } } : item;
  });
  return site;
}

test('items are counted by type, language and state, also those that lack the language', async () => {
  const { store } = await fill();
  const none = { published: 0, changed: 0, draft: 0, scheduled: 0, archived: 0, missing: 0 };
  expect(await countItems(store, actor('author'), counted)).toEqual([
    { type: 'not-found', language: 'es', states: none },
    { type: 'not-found', language: 'en', states: none },
    { type: 'notice', language: 'es', states: { ...none, published: 1, changed: 1, archived: 1, missing: 1 } },
    // Nobody waits for a language of an archived item.
    { type: 'notice', language: 'en', states: { ...none, published: 1, scheduled: 1, missing: 1 } },
  ]);
});

test('who may not read drafts learns only how many are public', async () => {
  const { store } = await fill();
  for (const who of [actor('viewer'), ANONYMOUS]) {
    expect(await countItems(store, who, { ...counted, types: ['notice'] })).toEqual([
      { type: 'notice', language: 'es', states: { published: 2 } },
      { type: 'notice', language: 'en', states: { published: 1 } },
    ]);
  }
});

test('the latest publications list an item once per action, in the language of the page if it was published in it', async () => {
  const site = await fill();
  site.clock.time += 1000;
  await site.editItem('a', (item) => {
    const { es } = item.languages;
    return es ? { ...item, author: 'Ana', languages: { ...item.languages, es: { ...es, title: 'Otro' } } } : item;
  });
  await publish(site, 'a', ['es']);
  const latest = await latestPublications(site.store, actor('viewer'), { language: 'en', languages, limit: 2 });
  expect(latest).toMatchObject([
    { itemId: 'a', language: 'es', title: 'Otro', languages: ['es'], author: 'Ana', publishedAt: 1_001_000 },
    { itemId: 'b', language: 'es', languages: ['es'], publishedAt: 1_000_000 },
  ]);
  expect(latest[1]).not.toHaveProperty('author');
});

test('the latest publications have all languages of each action, of many at one moment too', async () => {
  const site = createContentSite();
  for (const id of ['a', 'b', 'c', 'd']) {
    await site.putItem(id, 'notice', { es: testLanguage(`${id}-es`), en: testLanguage(`${id}-en`) });
    await publish(site, id, ['es', 'en']);
  }
  const latest = await latestPublications(site.store, actor('viewer'), { language: 'es', languages, limit: 2 });
  expect(latest).toHaveLength(2);
  for (const { slug, languages: published } of latest) {
    expect(published).toEqual(['es', 'en']);
    expect(slug).toMatch(/-es$/);
  }
});

test('an index leads to every number and to the latest publications', async () => {
  const collections = [...contentCollectionsIn(languages), media as Collection, auditLog as Collection];
  const sqlite = await openSqlite(collections);
  await fill(sqlite);
  const { store, expectIndexed } = notePlans(sqlite);
  expect((await countItems(store, actor('editor'), counted)).at(-1)?.states).toMatchObject({ missing: 1 });
  expect(await latestPublications(store, actor('editor'), { language: 'es', languages, limit: 9 })).toHaveLength(2);
  expectIndexed(10);
});
