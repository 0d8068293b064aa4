import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { contentCollections } from '#core/content/collections.ts';
import { linkProblems } from '#core/doctor/check-content.ts';
import type { Collection } from '#core/documents/collection.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { readPublishedSite, readSiteContact } from '#core/public-content/published-site.ts';
import { checkItem } from '#core/publishing/check-item.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import site from '#site-config';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { HAS_SAMPLE } from '../../test/helpers/has-sample.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { importFiles } from './import-files.ts';
import { seedSample, whySampleDoesNotFit } from './seed-sample.ts';

const { config } = prepareSiteConfig(site);
const folder = fileURLToPath(new URL('../../sample', import.meta.url));

test.skipIf(!HAS_SAMPLE)('the sample site has no problem, and is unchanged when it is brought in again', async () => {
  const store = createMemoryDocumentStore({
    collections: [...contentCollections, ...fileCollectionsIn([]), auditLog as Collection],
  });
  const target = {
    store,
    files: createMemoryFileStore(),
    pictures: acceptPictures,
    config,
    actor: { kind: 'command-line' } as const,
  };
  const report = await importFiles(target, [folder]);
  expect(report.problems).toEqual([]);
  const again = await seedSample({ ...target, folder });
  for await (const problem of linkProblems(store)) expect.fail(problem);
  const audited = (await store.runQuery({ collection: auditLog.name })).map(({ data }) => data);
  for (const entry of audited) {
    expect(entry).toMatchObject({ action: 'item.imported', actor: { kind: 'command-line' } });
    expect(entry.details).toMatchObject({ languages: ['es', 'en'] });
  }
  const counted = audited.map(({ details }) => Number(Object(details).count));
  expect(counted.reduce((sum, count) => sum + count)).toBe((await store.runQuery({ collection: 'items' })).length);
  expect(again).toMatchObject({ imported: 0, unchanged: report.imported, refused: 0 });

  // The checks when the sample is published again: no errors, and current translations.
  const owner = person('owner');
  for (const { data } of await store.runQuery({ collection: 'item-cards' })) {
    const languages = Object.keys(data.languages as object);
    const checks = await checkItem({ store, config }, owner, { id: String(data.id), languages });
    const told = checks?.filter(({ severity, code }) => severity === 'error' || code.startsWith('translation'));
    expect(told, String(data.id)).toEqual([]);
  }

  const content = createPublishedContent({ store, config });
  expect((await content.list('es', 'studies', { page: 1, pageSize: 50 })).total).toBe(10);
  expect(await content.resolve('en', 'studies', 'chest-x-ray')).toMatchObject({ kind: 'item' });
  expect(await readPublishedSite(config, content, 'en')).toMatchObject({ file: config, name: { en: 'Meki Imaging' } });
  expect(await readSiteContact(content, 'en', {})).toMatchObject({
    phone: '+52 33 5550 0140',
    address: expect.stringMatching(/Mexico$/),
  });
});

test.skipIf(!HAS_SAMPLE)(
  'the sample is not begun in a site of another name, nor where a part of it does not fit',
  async () => {
    expect(await whySampleDoesNotFit({ config, folder })).toBeUndefined();
    const named = { ...config, name: { ...config.name, en: 'Ribera Library' } };
    expect(await whySampleDoesNotFit({ config: named, folder })).toMatch(/site of its own/);
    const contentTypes = config.contentTypes.filter(({ key }) => key !== 'news');
    expect(await whySampleDoesNotFit({ config: { ...config, contentTypes }, folder })).toMatch(
      /sample\/news\/.*: type: /,
    );
  },
);
