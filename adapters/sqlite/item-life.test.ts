import { expect, test } from 'vitest';
import { auditLog } from '#core/audit/audit-log.ts';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import { archiveItem } from '#core/items/archive-item.ts';
import { createItem, duplicateItem } from '#core/items/create-item.ts';
import { changeOrder } from '#core/items/item-order.ts';
import { restoreSavedVersion } from '#core/items/restore-history.ts';
import { listRevisions, listSavedVersions } from '#core/items/revisions.ts';
import { saveVersion } from '#core/items/save-version.ts';
import { purgeTrash, TRASH_DAYS, trashItem } from '#core/items/trash-item.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { media } from '#core/media/media.ts';
import { createPreview, listPreviews, previews, prunePreviews } from '#core/previews/previews.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { nextScheduledAt, runSchedules } from '#core/publishing/run-schedules.ts';
import { schedulePublish } from '#core/publishing/schedule-item.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };
const DAY = 24 * 3_600_000;

test('an item lives from its creation to the end of its time in the trash, every question led by an index', async () => {
  const collections = [...contentCollectionsIn(['es', 'en']), media, auditLog, jobs, previews] as Collection[];
  const { store, expectIndexed } = notePlans(await openSqlite(collections));
  const site = createItemSite(store);
  const { dependencies } = site;
  const by = { id: 'eva', name: 'Eva' };

  expect(await createItem(dependencies, eva, { id: 'a', type: 'faqs', sourceLanguage: 'es' })).toMatchObject({
    ok: true,
  });
  await site.drafts.changeLanguage('a', 'es', finishedLanguage('uno'), by);
  expect(await publishItem(dependencies, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
  expect(await duplicateItem(dependencies, eva, { id: 'b', from: 'a' })).toMatchObject({ ok: true });
  await site.drafts.changeLanguage('b', 'es', { slug: 'dos' }, by);
  const at = site.clock.time + 1000;
  const planned = { id: 'b', languages: ['es'], at };
  expect(await schedulePublish(dependencies, eva, planned, accept)).toMatchObject({ ok: true });
  expect(await nextScheduledAt(store)).toBe(at);
  site.clock.time = at;
  expect(await runSchedules({ ...dependencies, actorOf: async () => eva })).toEqual({
    done: 1,
    failed: 0,
    passedOver: 0,
  });
  expect(await changeOrder(dependencies, eva, { id: 'b', after: undefined })).toMatchObject({ ok: true });
  expect((await site.content.all('es', 'faqs')).map(({ itemId }) => itemId)).toEqual(['b', 'a']);

  const saved = await saveVersion(dependencies, eva, { itemId: 'b', name: 'Antes' });
  const id = saved.ok ? saved.id : '';
  await site.drafts.changeLanguage('b', 'es', { title: 'Otro' }, by);
  const restored = await restoreSavedVersion(dependencies, eva, { itemId: 'b', id, languages: ['es'], shared: true });
  expect(restored).toMatchObject({ ok: true });
  expect((await listSavedVersions(store, eva, { itemId: 'b', limit: 9 })).entries).toHaveLength(2);
  const search = { itemId: 'b', limit: 1 };
  const first = await listRevisions(store, eva, { ...search, language: 'es' });
  expect((await listRevisions(store, eva, { ...search, after: first.next ?? '' })).entries).toHaveLength(1);
  expect(await createPreview(dependencies, eva, { itemId: 'b', languages: ['es'] })).toMatchObject({ ok: true });
  expect(await listPreviews(dependencies, eva, 'b')).toHaveLength(1);

  expect(await archiveItem(dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
  expect(await trashItem(dependencies, eva, { id: 'b' })).toMatchObject({ ok: true });
  for (const place of ['archived', 'trash'] as const) {
    const list = await listItemCards(store, eva, { types: ['faqs'], place, sort: 'order', language: 'es', limit: 9 });
    expect(list.cards).toHaveLength(1);
  }
  site.clock.time += TRASH_DAYS * DAY;
  expect(await prunePreviews(dependencies)).toBe(1);
  expect(await purgeTrash(dependencies)).toBe(1);
  expect(await site.card('b')).toBeUndefined();

  expectIndexed(10);
});
