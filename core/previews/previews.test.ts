import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { Forbidden } from '../access/policy.ts';
import { createPreview, listPreviews, PREVIEW_DAYS, prunePreviews, readPreview, revokePreview } from './previews.ts';

const eva = person('editor', 'eva');
const DAY = 24 * 3_600_000;

async function createSite() {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') }, { authorId: 'ana' });
  const create = async (rest: object = {}) => {
    const outcome = await createPreview(site.dependencies, eva, { itemId: 'a', languages: ['es'], ...rest });
    if (!outcome.ok) throw new Error(outcome.reason);
    return outcome;
  };
  return { ...site, create };
}

test('a link shows the draft as it stands, in its languages alone, to whoever has it', async () => {
  const site = await createSite();
  const { token, preview } = await site.create();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(preview.expiresAt).toBe(site.clock.time + PREVIEW_DAYS.usual * DAY);
  await site.drafts.changeLanguage('a', 'es', { title: 'Ahora' }, { id: 'ana', name: 'Ana' });
  const shown = await readPreview(site.dependencies, token);
  expect(shown?.item.languages).toEqual({ es: expect.objectContaining({ title: 'Ahora' }) });
});

test('a token is not kept, and one that was made up or cut shows nothing', async () => {
  const site = await createSite();
  const { token, id } = await site.create();
  const kept = JSON.stringify([await site.store.runQuery({ collection: 'previews' }), await site.audited()]);
  expect(kept).not.toContain(token);
  for (const wrong of [id, token.slice(1), `${token}x`, '', 'x'.repeat(43)]) {
    expect(await readPreview(site.dependencies, wrong)).toBeUndefined();
  }
});

test('a link ends with its time, when it is revoked, and with the item', async () => {
  const site = await createSite();
  const short = await site.create({ days: 1 });
  const long = await site.create({ days: 30, languages: ['es', 'en'] });
  const other = await site.create();
  expect(await listPreviews(site.dependencies, eva, 'a')).toHaveLength(3);
  site.clock.time += DAY - 1;
  expect(await readPreview(site.dependencies, short.token)).toBeDefined();
  site.clock.time += 1;
  expect(await readPreview(site.dependencies, short.token)).toBeUndefined();
  expect(await revokePreview(site.dependencies, eva, { itemId: 'a', id: other.id })).toEqual({ ok: true });
  expect(await revokePreview(site.dependencies, eva, { itemId: 'a', id: other.id })).toMatchObject({ ok: false });
  expect(await readPreview(site.dependencies, other.token)).toBeUndefined();
  expect((await listPreviews(site.dependencies, eva, 'a')).map(({ id }) => id)).toEqual([long.id]);
  expect(await prunePreviews(site.dependencies)).toBe(1);
  await site.editItem('a', (item) => ({ ...item, trashedAt: 1 }));
  expect(await readPreview(site.dependencies, long.token)).toBeUndefined();
  expect((await site.audited()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['item.preview-shared', 'item.preview-revoked']),
  );
});

test('a link is for 1 to 30 days and for languages that are there', async () => {
  const site = await createSite();
  const reason = async (rest: object) => {
    const outcome = await createPreview(site.dependencies, eva, { itemId: 'a', languages: ['es'], ...rest });
    return outcome.ok ? 'ok' : outcome.reason;
  };
  for (const days of [0, 31, 1.5, Number.NaN]) expect(await reason({ days })).toBe('invalid-days');
  expect(await reason({ languages: [] })).toBe('language-missing');
  expect(await reason({ languages: ['es', 'fr'] })).toBe('language-missing');
  expect(await reason({ itemId: 'none' })).toBe('not-found');
});

test('a link is shared and revoked by those who may edit what it shows', async () => {
  const site = await createSite();
  const share = (actor: typeof eva, language: string) =>
    createPreview(site.dependencies, actor, { itemId: 'a', languages: [language] });
  expect(await share(person('author', 'ana'), 'es')).toMatchObject({ ok: true });
  expect(await share(person('translator'), 'en')).toMatchObject({ ok: true });
  for (const actor of [person('viewer'), person('author', 'beto'), person('translator')]) {
    await expect(share(actor, 'es')).rejects.toThrow(Forbidden);
  }
  const [{ id } = { id: '' }] = await listPreviews(site.dependencies, person('author', 'ana'), 'a');
  await expect(revokePreview(site.dependencies, person('viewer'), { itemId: 'a', id })).rejects.toThrow(Forbidden);
  expect(await listPreviews(site.dependencies, person('translator'), 'a')).toHaveLength(1);
});

test('a clock that is set back leaves a link good for the longest time from the next sweep, and no longer', async () => {
  const site = await createSite();
  site.clock.time += 2 * 365 * DAY;
  const { token } = await site.create();
  site.clock.time -= 365 * DAY;
  await prunePreviews(site.dependencies);
  expect(await readPreview(site.dependencies, token)).toBeDefined();
  site.clock.time += PREVIEW_DAYS.most * DAY;
  expect(await readPreview(site.dependencies, token)).toBeUndefined();
});

test('a link shows nothing while whoever made it has no account, is suspended, or may not share its languages', async () => {
  const site = await createSite();
  const { token } = await site.create();
  const works = async () => {
    const [listed] = await listPreviews(site.dependencies, person('owner'), 'a');
    const isShown = (await readPreview(site.dependencies, token)) !== undefined;
    expect(listed?.works).toBe(isShown);
    return isShown;
  };
  expect(await works()).toBe(true);
  const lost = [
    person('viewer', 'eva'),
    person('author', 'eva'),
    person('translator', 'eva'),
    { ...person('editor', 'eva'), disabled: true },
  ];
  for (const actor of lost) {
    site.people.set('eva', actor);
    expect(await works()).toBe(false);
  }
  site.people.set('eva', person('owner', 'eva'));
  expect(await works()).toBe(true);
  site.people.delete('eva');
  expect(await works()).toBe(false);
});

test('a link that is made while its item goes into the trash is not made', async () => {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
  beforeCommit(() => site.editItem('a', (item) => ({ ...item, trashedAt: 1 })));
  const created = createPreview(site.dependencies, eva, { itemId: 'a', languages: ['es'] });
  expect(await created).toEqual({ ok: false, reason: 'in-trash' });
  expect(await store.runQuery({ collection: 'previews' })).toEqual([]);
});
