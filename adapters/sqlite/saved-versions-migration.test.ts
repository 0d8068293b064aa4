import { expect, onTestFinished, test } from 'vitest';
import { listSavedVersions } from '#core/items/revisions.ts';
import { testCollections } from '../../test/helpers/create-content-site.ts';
import { person } from '../../test/helpers/create-item-site.ts';
import { createSqliteDocumentStore } from './document-store.ts';
import { writeOlderFile } from './write-older-file.ts';

test('versions that an older Meki saved are in the history', async () => {
  const version = {
    itemId: 'a',
    kind: 'named',
    name: 'Antes',
    at: 1,
    by: { id: 'eva', name: 'EVA' },
    author: '',
    tags: [],
    fields: {},
    languages: {},
  };
  const file = await writeOlderFile({ 'versions/a:1:x': version }, 6);
  const store = createSqliteDocumentStore({ file, collections: testCollections });
  onTestFinished(() => store.close());
  const { entries } = await listSavedVersions(store, person('editor', 'eva'), { itemId: 'a', limit: 5 });
  expect(entries).toEqual([expect.objectContaining({ id: 'a:1:x', name: 'Antes' })]);
});
