import { expect, onTestFinished, test } from 'vitest';
import type { AuditAction } from '#core/audit/audit-actions.ts';
import { searchAuditLog } from '#core/audit/search-audit-log.ts';
import { PURGING } from '#core/content/item.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import { purgeTrash, TRASH_DAYS, untrashItem } from '#core/items/trash-item.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, person } from '../../test/helpers/content/create-item-site.ts';
import { writeOlderFile } from '../../test/helpers/documents/write-older-file.ts';
import { createSqliteDocumentStore } from './document-store.ts';

const eva = person('editor', 'eva');
const TRASHED_AT = 1_700_000_000_000;

/**
 * Documents of an older Meki, before migration 005: an item in the trash, one being permanently deleted, and an audit entry.
 */
const OLD_DOCUMENTS: { [path: string]: object } = {
  ...oldItem('a', { place: 'bin', deletedAt: TRASHED_AT }),
  ...oldItem('going', { place: 'going', deletedAt: 0 }),
  ...oldEntry(1, { act: 'item.binned' }),
  ...oldEntry(2, { act: 'item.unbinned' }),
  ...oldEntry(3, { act: 'item.deleted' }),
  ...oldEntry(4, { act: 'account.deleted' }),
  ...oldEntry(5, { act: 'access.refused', details: { refused: 'item.delete' } }),
};

function oldItem(id: string, { place, deletedAt }: { place: string; deletedAt: number }): { [path: string]: object } {
  const base = { id, type: 'notice', sourceLanguage: 'es', tags: [], deletedAt };
  const text = { title: id, slug: id, state: 'draft' };
  const body = { type: 'doc', content: [] };
  const links = { links: [], brokenLinks: 0, foreignLinks: 0, foreignAddresses: 0 };
  const nothing = {
    missing: 0,
    missingLanguages: 0,
    stale: 0,
    unpublished: 0,
    brokenLinks: 0,
    foreignLinks: 0,
    total: 0,
  };
  return {
    [`items/${id}`]: {
      ...base,
      fields: {},
      languages: { es: { ...text, summary: '', body, seo: {}, fields: {}, revision: 0 } },
    },
    [`item-cards/${id}`]: {
      ...base,
      place,
      languages: { es: { ...text, ...links } },
      states: { es: 'draft', en: 'missing' },
      titles: { es: id, en: id },
      facets: [],
      createdAt: 0,
      editedAt: 0,
      linksTo: [],
      health: nothing,
      urgency: { es: 0, en: 0, all: 0 },
    },
  };
}

function oldEntry(number: number, entry: { act: string; details?: object }): { [path: string]: object } {
  const actor = { kind: 'person', id: 'eva', name: 'EVA' };
  return {
    [`audit-log/00000000-0000-4000-8000-00000000000${number}`]: {
      ...entry,
      at: TRASHED_AT + number,
      actor,
      people: ['eva'],
    },
  };
}

async function openOldFile() {
  const file = await writeOlderFile(OLD_DOCUMENTS, 4);
  const store = createSqliteDocumentStore({ file, collections: testCollections });
  onTestFinished(() => store.close());
  return createItemSite(store);
}

const IN_TRASH = { types: ['notice'], place: 'trash', sort: 'edited', language: 'es', limit: 10 } as const;

test('an item that an older Meki put into the trash is listed there, and can be taken out', async () => {
  const { store, dependencies, card } = await openOldFile();
  expect((await listItemCards(store, eva, IN_TRASH)).cards).toMatchObject([{ id: 'a', trashedAt: TRASHED_AT }]);
  expect(await untrashItem(dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
  expect(await card('a')).toMatchObject({ place: 'shown' });
  expect((await listItemCards(store, eva, IN_TRASH)).cards).toEqual([]);
});

test('it is purged when its time is over, also if an older Meki had begun to', async () => {
  const { store, dependencies, getItem, clock } = await openOldFile();
  expect((await getItem('going')).data).toMatchObject({ trashedAt: PURGING });
  clock.time = TRASHED_AT;
  expect(await purgeTrash(dependencies)).toBe(1);
  clock.time = TRASHED_AT + TRASH_DAYS * 24 * 3_600_000;
  expect(await purgeTrash(dependencies)).toBe(1);
  expect(await store.batchGet(['items/a', 'items/going', 'item-cards/a'])).toEqual([undefined, undefined, undefined]);
});

test('the audit log can be searched for what an older Meki put on record', async () => {
  const { store } = await openOldFile();
  const search = async (...actions: AuditAction[]) =>
    (await searchAuditLog(store, person('owner'), { actions, limit: 10 })).entries.map(({ at }) => at - TRASHED_AT);
  expect(await search('item.trashed')).toEqual([1]);
  expect(await search('item.untrashed')).toEqual([2]);
  expect(await search('item.purged')).toEqual([3]);
  expect(await search('account.deleted')).toEqual([4]);
  const [refused] = (await searchAuditLog(store, person('owner'), { actions: ['access.refused'], limit: 1 })).entries;
  expect(refused?.details).toEqual({ refused: 'item.trash' });
});
