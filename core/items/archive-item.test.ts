import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { Forbidden } from '../access/policy.ts';
import { archiveItem, unarchiveItem } from './archive-item.ts';

const eva = person('editor', 'eva');
const ana = person('author', 'ana');

describe('the archive', () => {
  test('takes an item off the site and out of the list, and gives it back as a draft', async () => {
    const site = createItemSite();
    await site.putItem('a', 'not-found', {
      es: finishedLanguage('uno'),
      en: finishedLanguage('one', {
        state: 'scheduled',
        schedule: { publishAt: 9e12, publishBy: { id: 'eva', name: 'Eva' } },
      }),
    });
    await publish(site, 'a', ['es']);
    await expect(archiveItem(site.dependencies, ana, { id: 'a' })).rejects.toThrow(Forbidden);
    expect(await archiveItem(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
    const card = await site.card('a');
    expect(card).toMatchObject({ place: 'archived', states: { es: 'archived', en: 'archived' } });
    expect(card).not.toHaveProperty('nextScheduleAt');
    expect(await unarchiveItem(site.dependencies, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
    expect(await site.card('a')).toMatchObject({ place: 'shown', states: { es: 'draft', en: 'archived' } });
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true });
    expect((await site.audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['item.archived', 'item.unarchived']),
    );
  });

  test('takes a language by itself', async () => {
    const site = createItemSite();
    await site.putItem('a', 'not-found', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    await archiveItem(site.dependencies, eva, { id: 'a', languages: ['en'] });
    expect(await site.card('a')).toMatchObject({ place: 'shown', states: { es: 'published', en: 'archived' } });
    const missing = await archiveItem(site.dependencies, eva, { id: 'a', languages: ['fr'] });
    expect(missing).toEqual({ ok: false, reason: 'language-missing' });
  });
});
