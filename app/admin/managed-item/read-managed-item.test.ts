import { expect, test } from 'vitest';
import { PURGING } from '#core/content/item.ts';
import { createItemSite, finishedLanguage } from '../../../test/helpers/content/create-item-site.ts';
import { findItem } from '../editor/context/read-editor.ts';
import { readSettled } from './read-managed-item.ts';

test('what is being deleted for good is found no more, and what lies in the trash is', async () => {
  const site = createItemSite();
  for (const [id, trashedAt] of Object.entries({ purging: PURGING, trashed: 1_700_000_000_000 })) {
    await site.putItem(id, 'notice', { es: finishedLanguage(id) }, { trashedAt });
  }
  expect(await readSettled(site, 'purging')).toBeUndefined();
  expect(await findItem(site.store, 'purging')).toBeUndefined();
  expect((await readSettled(site, 'trashed'))?.item.id).toBe('trashed');
  expect((await findItem(site.store, 'trashed'))?.id).toBe('trashed');
});
