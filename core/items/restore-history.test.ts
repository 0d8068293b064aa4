import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { Media } from '../media/media.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { restoreRevisions, restoreSavedVersion } from './restore-history.ts';
import { listSavedVersions } from './revisions.ts';
import { saveVersion } from './save-version.ts';

const eva = person('editor', 'eva');
const by = { id: 'eva', name: 'Eva' };
const picture = 'a'.repeat(32);
const another = 'b'.repeat(32);

async function createSite() {
  const site = createItemSite();
  for (const id of [picture, another]) {
    const file: Media = { id, name: 'a.png', contentType: 'image/png', bytes: 1, width: 8, height: 6 };
    await site.store.commit([{ kind: 'set', path: `media/${id}`, data: { ...file } }]);
  }
  await site.putItem(
    'a',
    'notice',
    {
      es: { ...finishedLanguage('uno'), coverAlt: 'Tórax' },
      en: { ...finishedLanguage('one'), coverAlt: 'Chest' },
    },
    { author: 'Dra. Ruiz', tags: ['x'], fields: { minutes: 5 }, cover: { media: picture } },
  );
  const publish = (...languages: string[]) =>
    publishItem(site.dependencies, eva, { id: 'a', languages }, { acceptWarnings: true });
  expect(await publish('es', 'en')).toMatchObject({ ok: true });
  site.clock.time += 1;
  const refs = [
    { language: 'es', revision: 1 },
    { language: 'en', revision: 1 },
  ];
  const restore = (languages: string[], shared: boolean) =>
    restoreRevisions(site.dependencies, eva, { itemId: 'a', refs, languages, shared });
  const kept = async () => (await listSavedVersions(site.store, eva, { itemId: 'a', limit: 9 })).entries;
  const restoredActions = async () => (await site.audited()).filter(({ action }) => action === 'item.restored');
  return { ...site, publish, refs, restore, kept, restoredActions };
}

describe('what one action published', () => {
  test('is restored in the chosen languages, and with the shared part if it was chosen', async () => {
    const site = await createSite();
    for (const language of ['es', 'en']) await site.drafts.changeLanguage('a', language, { title: 'Otro' }, by);
    await site.drafts.changeShared('a', { author: '', tags: ['y'], fields: { minutes: 9 }, cover: null }, by);
    await site.restore(['en'], false);
    let { data } = await site.getItem('a');
    expect(data.languages).toMatchObject({ es: { title: 'Otro' }, en: { title: 'Título one' } });
    expect(data).toMatchObject({ tags: ['y'], fields: { minutes: 9 } });
    site.clock.time += 1;
    await site.restore(['es'], true);
    ({ data } = await site.getItem('a'));
    expect(data.languages.es?.title).toBe('Título uno');
    expect(data).toMatchObject({
      tags: ['x'],
      fields: { minutes: 5 },
      author: 'Dra. Ruiz',
      cover: { media: picture },
    });
    expect((await site.restoredActions()).map(({ details }) => details)).toMatchObject([
      { languages: ['en'] },
      { languages: ['es'] },
    ]);
    expect(await site.restore(['fr'], false)).toEqual({ ok: false, reason: 'language-missing' });
  });

  test('says again what its cover shows, in its languages and where it is the picture that is there', async () => {
    const site = await createSite();
    for (const language of ['es', 'en']) await site.drafts.changeLanguage('a', language, { coverAlt: 'Otro' }, by);
    const shown = async () => {
      const { es, en } = (await site.getItem('a')).data.languages;
      return [es?.coverAlt, en?.coverAlt];
    };
    await site.drafts.changeShared('a', { cover: { media: another } }, by);
    await site.restore(['es'], false);
    expect(await shown(), 'of another picture').toEqual(['Otro', 'Otro']);
    site.clock.time += 1;
    await site.restore(['es'], true);
    expect(await shown()).toEqual(['Tórax', 'Otro']);
    expect((await site.getItem('a')).data.cover).toEqual({ media: picture });
  });

  test('says again which byline a language had of its own, and which was shared', async () => {
    const site = await createSite();
    const authors = async () => {
      const { author, languages } = (await site.getItem('a')).data;
      return [author, languages.es?.author ?? '', languages.en?.author ?? ''];
    };
    await site.drafts.changeLanguage('a', 'en', { author: 'Dr Ruiz' }, by);
    expect(await site.publish('en')).toMatchObject({ ok: true });
    const refs = [{ language: 'en', revision: 2 }];
    await site.drafts.changeLanguage('a', 'en', { author: 'Another' }, by);
    await site.drafts.changeShared('a', { author: 'Otra' }, by);
    const target = { itemId: 'a', languages: ['en'], shared: false };
    await restoreRevisions(site.dependencies, eva, { ...target, refs });
    expect(await authors()).toEqual(['Otra', '', 'Dr Ruiz']);
    site.clock.time += 1;
    await restoreRevisions(site.dependencies, eva, { ...target, refs, shared: true });
    expect(await authors()).toEqual(['Dra. Ruiz', '', 'Dr Ruiz']);
    site.clock.time += 1;
    await site.restore(['en'], true);
    expect(await authors(), 'of the first publication').toEqual(['Dra. Ruiz', '', '']);
  });

  test('takes away a cover that it did not have', async () => {
    const site = await createSite();
    await site.drafts.changeShared('a', { cover: null }, by);
    await site.publish('es');
    await site.drafts.changeShared('a', { cover: { media: picture } }, by);
    const refs = [{ language: 'es', revision: 2 }];
    await restoreRevisions(site.dependencies, eva, { itemId: 'a', refs, languages: ['es'], shared: true });
    expect((await site.getItem('a')).data).not.toHaveProperty('cover');
  });
});

describe('how translations stand', () => {
  const edit = (unit: string) => ({ unit, from: 'a', to: 'b' });

  test('follows the text that is restored: one that was linked to nothing then is linked to nothing', async () => {
    const site = await createSite();
    const links = { title: { source: 'title', hash: 'h', text: 'Otro' } };
    const saved = await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'Antes' });
    await site.drafts.changeLanguage('a', 'en', { title: 'Another', links }, by);
    const linked = async () => (await site.getItem('a')).data.languages.en?.links ?? {};
    await site.restore(['en'], false);
    expect(await linked()).toEqual({});
    await site.drafts.changeLanguage('a', 'en', { title: 'Another', links }, by);
    const id = saved.ok ? saved.id : '';
    await restoreSavedVersion(site.dependencies, eva, { itemId: 'a', id, languages: ['en'], shared: false });
    expect(await linked()).toEqual({});
  });

  test('keeps what was marked minor, then and since', async () => {
    const site = await createSite();
    await site.drafts.changeLanguage('a', 'es', { title: 'Dos', minorEdits: [edit('title')] }, by);
    await site.publish('es');
    await site.drafts.changeLanguage('a', 'es', { minorEdits: [edit('summary')] }, by);
    const refs = [{ language: 'es', revision: 2 }];
    await restoreRevisions(site.dependencies, eva, { itemId: 'a', refs, languages: ['es'], shared: false });
    expect((await site.getItem('a')).data.languages.es?.minorEdits).toEqual([edit('title'), edit('summary')]);
  });
});

describe('nothing typed is lost', () => {
  test('drafts that are too long for the item are not restored over, and no saved version claims to contain them', async () => {
    const site = await createSite();
    await site.drafts.changeLanguage('a', 'es', { title: 'Otro' }, by);
    site.drafts.tooLong.push('es');
    expect(await site.restore(['es'], false)).toEqual({ ok: false, reason: 'too-long' });
    expect(await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'Antes' })).toEqual({
      ok: false,
      reason: 'too-long',
    });
    expect((await site.getItem('a')).data.languages.es?.title).toBe('Otro');
    expect([await site.kept(), await site.restoredActions()]).toEqual([[], []]);
  });

  test('where there is no room for all that is asked for, none of it is restored and nothing on record says so', async () => {
    const site = await createSite();
    const long = 'x'.repeat(600_000);
    await site.drafts.changeLanguage('a', 'es', { summary: long }, by);
    const saved = await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'Larga' });
    await site.drafts.changeItem('a', { languages: { es: { summary: '' }, en: { summary: long } } }, by);
    const id = saved.ok ? saved.id : '';
    const before = (await site.getItem('a')).data;
    const restore = (languages: string[]) =>
      restoreSavedVersion(site.dependencies, eva, { itemId: 'a', id, languages, shared: true });
    expect(await restore(['es'])).toEqual({ ok: false, reason: 'no-room' });
    expect((await site.getItem('a')).data).toEqual(before);
    expect([(await site.kept()).map(({ name }) => name), await site.restoredActions()]).toEqual([['Larga'], []]);
    // They fit together, in any order.
    expect(await restore(['es', 'en'])).toMatchObject({ ok: true });
    expect((await site.getItem('a')).data.languages).toMatchObject({
      es: { summary: long },
      en: { summary: 'Resumen' },
    });
  });
});
