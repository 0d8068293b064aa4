import { expect, onTestFinished, test } from 'vitest';
import { searchAuditLog } from '#core/audit/search-audit-log.ts';
import { itemCards } from '#core/content/collections.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { listPublishingActions } from '#core/items/publishing-actions.ts';
import { listSavedVersions } from '#core/items/revisions.ts';
import { createContentSite, testCollections, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, person } from '../../test/helpers/content/create-item-site.ts';
import { writeOlderFile } from '../../test/helpers/documents/write-older-file.ts';
import { createSqliteDocumentStore } from './document-store.ts';

const eva = person('owner', 'eva');

async function openOlderFile(documents: { [path: string]: object }) {
  const file = await writeOlderFile(documents, 6);
  const store = createSqliteDocumentStore({ file, collections: testCollections });
  onTestFinished(() => store.close());
  return store;
}

test('versions that an older Meki saved are in the history', async () => {
  const by = { id: 'eva', name: 'EVA' };
  const rest = {
    itemId: 'a',
    kind: 'named',
    name: 'Antes',
    at: 1,
    by,
    author: '',
    tags: [],
    fields: {},
    languages: {},
  };
  const store = await openOlderFile({ 'versions/a:1:x': rest });
  const { entries } = await listSavedVersions(store, eva, { itemId: 'a', limit: 5 });
  expect(entries).toEqual([expect.objectContaining({ id: 'a:1:x', name: 'Antes' })]);
});

test('the audit log of an older Meki can be searched by action', async () => {
  const actor = { kind: 'person', id: 'eva', name: 'EVA' };
  const entry = (act: string) => ({ act, at: 1, actor, people: ['eva'] });
  const store = await openOlderFile({
    'audit-log/00000000-0000-4000-8000-000000000001': entry('item.published'),
    'audit-log/00000000-0000-4000-8000-000000000002': entry('item.created'),
  });
  const { entries } = await searchAuditLog(store, eva, { actions: ['item.created'], limit: 5 });
  expect(entries).toEqual([{ action: 'item.created', at: 1, actor, id: expect.any(String) }]);
});

test('an older failed schedule is still shown, and other languages stay', async () => {
  const { putItem, getItem, store: written } = createContentSite();
  const failed = { act: 'publish', at: 1, reason: 'invalid', codes: [] };
  await putItem('a', 'notice', { es: testLanguage('uno'), en: testLanguage('one') });
  const { data: item } = await getItem('a');
  const card = (await getDocument(written, itemCards.at('a')))?.data;
  if (!card) throw new Error('There is no card.');
  const older = <T extends { languages: { [language: string]: object } }>(data: T) => ({
    ...data,
    languages: { ...data.languages, es: { ...data.languages.es, schedule: { failed } } },
  });
  const { getItem: read, card: readCard } = createItemSite(
    await openOlderFile({ 'items/a': older(item), 'item-cards/a': older(card) }),
  );
  const { act: action, ...others } = failed;
  const schedule = { failed: { action, ...others } };
  expect((await read('a')).data.languages).toEqual({ en: item.languages.en, es: { ...item.languages.es, schedule } });
  expect((await readCard('a'))?.languages.es).toMatchObject({ schedule });
});

test('revisions that an older Meki published in one action are listed together', async () => {
  const revision = (language: string, act: string, publishedAt: number) => ({
    itemId: 'a',
    type: 'notice',
    language,
    revision: publishedAt,
    act,
    slug: 'x',
    title: 'X',
    summary: '',
    body: { type: 'doc', content: [] },
    seo: {},
    fields: {},
    tags: [],
    sourceLanguage: 'es',
    firstPublishedAt: 1,
    publishedAt,
  });
  const store = await openOlderFile({
    'revisions/a:es:1': revision('es', 'one', 1),
    'revisions/a:en:1': revision('en', 'one', 1),
    'revisions/a:es:2': revision('es', 'two', 2),
  });
  const { entries } = await listPublishingActions(store, eva, { itemId: 'a', languages: ['es', 'en'], limit: 5 });
  expect(entries.map(({ revisions }) => revisions.map(({ language }) => language))).toEqual([['es'], ['es', 'en']]);
});
