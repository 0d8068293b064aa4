import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { contentCollections } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { archiveItem } from '../items/archive-item.ts';
import { saveVersion } from '../items/save-version.ts';
import { trashItem } from '../items/trash-item.ts';
import { createPreview } from '../previews/previews.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { schedulePublish } from '../publishing/schedule-item.ts';
import { latestPublications } from './latest-publications.ts';

const CANARY = 'canario';
const eva = person('editor', 'eva');
const by = { id: 'eva', name: `Eva ${CANARY}` };
const languages = ['es', 'en'];

const secret = {
  title: CANARY,
  summary: CANARY,
  seo: { title: CANARY, description: CANARY },
  fields: { steps: [CANARY] },
  body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: CANARY }] }] },
};

/** Reads everything that visitors can get from the given addresses. */
async function readEverythingPublic(site: ReturnType<typeof createItemSite>, type: string, slugs: string[]) {
  const { content } = site;
  const told: unknown[] = [];
  for (const language of languages) {
    told.push(await content.list(language, type, { page: 1, pageSize: 50 }));
    told.push(await content.list(language, type, { page: 1, pageSize: 50, filter: { name: 'tag', value: CANARY } }));
    told.push(await content.tagCounts(language, type), await content.all(language, type));
    for await (const batch of content.everyCard(language)) told.push(batch);
    for (const slug of slugs) {
      const found = await content.resolve(language, type, slug);
      told.push(found);
      if (found.kind === 'item') told.push(await content.related(language, found.publication, 9));
    }
  }
  told.push(await latestPublications(site.store, person('viewer'), { language: 'es', languages, limit: 50 }));
  return JSON.stringify(told);
}

async function readPublicCollections(store: DocumentStore) {
  const names = contentCollections.filter(({ policy }) => policy.read === 'public').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  const documents = await Promise.all(names.map((collection) => store.runQuery({ collection })));
  return JSON.stringify(documents);
}

describe.each(['not-found', 'notice', 'listing', 'faqs'])('of the type %s', (type) => {
  test('nothing that was not published is public, wherever it lies', async () => {
    const site = createItemSite();
    const ids = ['draft', 'changed', 'scheduled', 'archived', 'trashed', 'withdrawn', 'translating'];
    const accept = { acceptWarnings: true };
    const fields = type === 'faqs' ? { order: 1 } : {};
    for (const id of ids) {
      const es = finishedLanguage(`${id}-es`, id === 'draft' ? { ...secret } : {});
      const en = finishedLanguage(`${id}-en`, { ...secret });
      await site.putItem(id, type, { es, en }, { fields, authorId: CANARY, authorName: CANARY, editedBy: by });
      if (id === 'draft') continue;
      const outcome = await publishItem(site.dependencies, eva, { id, languages: ['es'] }, accept);
      expect(outcome).toMatchObject({ ok: true });
      await site.drafts.changeLanguage(id, 'es', { ...secret, fields: type === 'notice' ? secret.fields : {} }, by);
      await site.drafts.changeShared(id, { tags: [CANARY] }, by);
      await saveVersion(site.dependencies, eva, { itemId: id, name: CANARY });
      await createPreview(site.dependencies, eva, { itemId: id, languages });
    }
    const target = (id: string) => ({ id, languages: ['es'] });
    await archiveItem(site.dependencies, eva, { id: 'archived' });
    await trashItem(site.dependencies, eva, { id: 'trashed' });
    for (const id of ['withdrawn', 'scheduled']) await unpublishItem(site.dependencies, eva, target(id));
    const planned = { ...target('scheduled'), at: site.clock.time + 1 };
    expect(await schedulePublish(site.dependencies, eva, planned, accept)).toMatchObject({ ok: true });

    const slugs = ids.flatMap((id) => [`${id}-es`, `${id}-en`]);
    expect(await readEverythingPublic(site, type, slugs)).not.toContain(CANARY);
    expect(await readPublicCollections(site.store)).not.toContain(CANARY);
    // The reading finds it once it is published.
    const changed = { id: 'changed', languages: ['es'] };
    expect(await publishItem(site.dependencies, eva, changed, accept)).toMatchObject({ ok: true });
    expect(await readEverythingPublic(site, type, slugs)).toContain(CANARY);
  });
});
