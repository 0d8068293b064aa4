import { expect, onTestFinished, test } from 'vitest';
import { createPublication, createPublicationCard } from '#core/content/create-publication.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import {
  createContentSite,
  testCollections,
  testConfig,
  testLanguage,
} from '../../test/helpers/content/create-content-site.ts';
import { writeOlderFile } from '../../test/helpers/documents/write-older-file.ts';
import { createSqliteDocumentStore } from './document-store.ts';

test('what an older Meki published is listed, by tag too', async () => {
  const site = createContentSite();
  await site.putItem('a', 'notice', { es: testLanguage('uno') }, { tags: ['x'] });
  const { data: item } = await site.getItem('a');
  const publication = createPublication(item, 'es', {
    type: undefined,
    cover: undefined,
    firstPublishedAt: 1,
    publishedAt: 1,
    revision: 1,
  });
  const file = await writeOlderFile(
    {
      'publications/es:notice:uno': publication,
      'listings/es:a': createPublicationCard(publication, 'es'),
      'listing-counts/es:notice': { total: 1, tags: { x: 1 } },
    },
    5,
  );
  const store = createSqliteDocumentStore({ file, collections: testCollections });
  onTestFinished(() => store.close());
  const content = createPublishedContent({ store, config: testConfig });
  for (const tag of [{}, { tag: 'x' }]) {
    const page = await content.list('es', 'notice', { page: 1, pageSize: 5, ...tag });
    expect(page).toMatchObject({ total: 1, cards: [{ itemId: 'a', slug: 'uno' }] });
  }
  expect(await content.resolve('es', 'notice', 'uno')).toMatchObject({ kind: 'item' });
});
