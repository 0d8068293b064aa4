import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { searchAuditLog } from '#core/audit/search-audit-log.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import { untrashItem } from '#core/items/trash-item.ts';
import { testCollections } from '../../test/helpers/create-content-site.ts';
import { createItemSite, person } from '../../test/helpers/create-item-site.ts';
import { makeTemporaryFolder } from './database/temporary-folder.ts';
import { createSqliteDocumentStore } from './document-store.ts';

const eva = person('editor', 'eva');
const DELETED_AT = 1_700_000_000_000;

/** An item in the trash, its card and its entries in the audit log, as they were kept before migration 005. */
const OLD_DOCUMENTS: { [path: string]: object } = {
  'items/a': {
    id: 'a',
    type: 'notice',
    sourceLanguage: 'es',
    deletedAt: DELETED_AT,
    tags: [],
    fields: {},
    languages: {
      es: {
        title: 'Uno',
        slug: 'uno',
        summary: '',
        body: { type: 'doc', content: [] },
        seo: {},
        fields: {},
        state: 'draft',
        revision: 0,
      },
    },
  },
  'item-cards/a': {
    id: 'a',
    type: 'notice',
    place: 'bin',
    sourceLanguage: 'es',
    languages: {
      es: {
        title: 'Uno',
        slug: 'uno',
        state: 'draft',
        links: [],
        brokenLinks: 0,
        foreignLinks: 0,
        foreignAddresses: 0,
      },
    },
    states: { es: 'draft', en: 'missing' },
    titles: { es: 'uno', en: 'uno' },
    tags: [],
    facets: [],
    createdAt: 0,
    editedAt: 0,
    deletedAt: DELETED_AT,
    linksTo: [],
    health: {
      missing: 0,
      missingLanguages: 0,
      stale: 0,
      unpublished: 0,
      brokenLinks: 0,
      foreignLinks: 0,
      total: 0,
    },
    urgency: { es: 0, en: 0, all: 0 },
  },
  ...Object.fromEntries(
    ['item.binned', 'item.unbinned', 'item.archived'].map((act, i) => [
      `audit-log/00000000-0000-4000-8000-00000000000${i}`,
      {
        act,
        at: DELETED_AT + i,
        actor: { kind: 'person', id: 'eva', name: 'EVA' },
        object: { kind: 'item', id: 'a', name: 'Uno' },
        people: ['eva'],
      },
    ]),
  ),
};

const open = (file: string) => createSqliteDocumentStore({ file, collections: testCollections });

async function makeOldFile(): Promise<string> {
  const file = join(makeTemporaryFolder(), 'meki.db');
  await open(file).close();
  const connection = new DatabaseSync(file);
  const insert = connection.prepare(
    'INSERT INTO documents (collection, id, version, created_at, updated_at, data) VALUES (?, ?, 1, 1, 1, jsonb(?))',
  );
  for (const [path, data] of Object.entries(OLD_DOCUMENTS)) {
    const [collection = '', id = ''] = path.split('/');
    insert.run(collection, id, JSON.stringify(data));
  }
  connection.exec('PRAGMA user_version = 4');
  connection.close();
  return file;
}

test('an item that an older Meki put into the trash is listed there, can be restored, and its record can be searched', async () => {
  const store = open(await makeOldFile());
  onTestFinished(() => store.close());
  const { dependencies, card } = createItemSite(store);
  const search = { types: ['notice'], place: 'trash', sort: 'edited', language: 'es', limit: 10 } as const;
  expect((await listItemCards(store, eva, search)).cards.map(({ id }) => id)).toEqual(['a']);
  const acts = async () => (await searchAuditLog(store, person('owner'), { limit: 10 })).entries.map(({ act }) => act);
  expect(await acts()).toEqual(['item.archived', 'item.untrashed', 'item.trashed']);

  expect(await untrashItem(dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
  expect(await card('a')).toMatchObject({ place: 'shown' });
  expect((await listItemCards(store, eva, search)).cards).toEqual([]);
});
