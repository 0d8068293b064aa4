import { expect, test } from 'vitest';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { schedulePublish, scheduleUnpublish } from '../publishing/schedule-item.ts';
import { archiveItem } from './archive-item.ts';
import { type ItemStanding, itemStandingSchema, standingOf, undoStandingChange } from './item-standing.ts';
import { readRevision } from './revisions.ts';
import { tagItem } from './tag-item.ts';
import { purgeTrash, trashItem, untrashItem } from './trash-item.ts';

const editor = person('editor');
const both = ['es', 'en'];
const target = { id: 'a', languages: both };

async function start(store?: DocumentStore) {
  const site = createItemSite(store);
  await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
  const publish = () => publishItem(site.dependencies, editor, target, { acceptWarnings: true });
  const standing = async () => standingOf((await site.getItem('a')).data);
  const read = async (slug: string) => {
    const found = await site.content.resolve('es', 'notice', slug);
    return found.kind === 'item' ? found.publication.title : found.kind;
  };
  /** Performs an action and undoes it. */
  async function thenBack(action: () => Promise<{ ok: boolean }>) {
    const before = await standing();
    expect((await action()).ok).toBe(true);
    const after = await standing();
    expect(after).not.toEqual(before);
    site.clock.time += 1_000;
    return undoStandingChange(site.dependencies, editor, { before, after });
  }
  const stateOf = async (language: string) => (await site.getItem('a')).data.languages[language]?.state;
  return { ...site, publish, standing, read, thenBack, stateOf };
}

test('undoing a first publication takes it off the site, and keeps the draft', async () => {
  const site = await start();
  expect(await site.thenBack(site.publish)).toMatchObject({ ok: true });
  expect(await site.read('uno')).not.toBe('Título uno');
  expect(await site.stateOf('es')).toBe('draft');
  expect((await site.getItem('a')).data.languages.es?.title).toBe('Título uno');
});

test('undoing a further publication makes public what was before, at its address, and the draft waits', async () => {
  const site = await start();
  await site.publish();
  await site.editItem('a', (item) => {
    const es = { ...finishedLanguage('dos', { title: 'Otro' }), ...item.languages.es, title: 'Otro', slug: 'dos' };
    return { ...item, languages: { ...item.languages, es: { ...es, state: 'changed' } } };
  });
  expect(await site.thenBack(site.publish)).toMatchObject({ ok: true });
  expect(await site.read('uno')).toBe('Título uno');
  const { es, en } = (await site.getItem('a')).data.languages;
  expect(es).toMatchObject({ title: 'Otro', slug: 'dos', publishedSlug: 'uno', state: 'changed', revision: 3 });
  expect(en).toMatchObject({ state: 'published', revision: 1 });
});

test('undoing a further publication brings back the bylines, that of all languages and that of one', async () => {
  const site = await start();
  const byline = (author: string, own: string) =>
    site.editItem('a', ({ languages, ...item }) => {
      const { es, en = finishedLanguage('one') } = languages;
      return { ...item, author, languages: { ...(es && { es }), en: { ...en, author: own, state: 'changed' } } };
    });
  const shown = async () => {
    const found = await site.content.resolve('en', 'notice', 'one');
    return found.kind === 'item' && found.publication.author;
  };
  const english = () =>
    publishItem(site.dependencies, editor, { id: 'a', languages: ['en'] }, { acceptWarnings: true });
  await byline('Dra. Ruiz', 'Dr Ruiz');
  await site.publish();
  await byline('Otra', '');
  expect(await site.thenBack(english)).toMatchObject({ ok: true });
  expect(await shown()).toBe('Dr Ruiz');
  expect((await site.getItem('a')).data).toMatchObject({ author: 'Otra', languages: { en: { author: '' } } });
  const again = await readRevision(site.store, editor, { itemId: 'a', language: 'en', revision: 3 });
  expect(again).toMatchObject({ author: 'Dr Ruiz', sharedAuthor: 'Dra. Ruiz' });
});

test('undoing that it went off the site, to the archive or to the trash brings it back as it was', async () => {
  const site = await start();
  await site.publish();
  for (const action of [
    () => unpublishItem(site.dependencies, editor, target),
    () => archiveItem(site.dependencies, editor, { id: 'a' }),
    () => trashItem(site.dependencies, editor, { id: 'a' }),
  ]) {
    expect(await site.thenBack(action)).toMatchObject({ ok: true });
    expect(await site.read('uno')).toBe('Título uno');
    expect([await site.stateOf('es'), await site.stateOf('en')]).toEqual(['published', 'published']);
    expect((await site.card('a'))?.place).toBe('shown');
  }
  const actions = (await site.audited()).map(({ action }) => action);
  expect(actions.filter((action) => action === 'item.unarchived' || action === 'item.untrashed')).toHaveLength(2);
});

test('what was to happen by itself is to happen again, unless its time has passed', async () => {
  const site = await start();
  const at = site.clock.time + 60_000;
  await schedulePublish(site.dependencies, editor, { id: 'a', languages: ['es'], at }, { acceptWarnings: true });
  await site.thenBack(() => archiveItem(site.dependencies, editor, { id: 'a' }));
  expect((await site.getItem('a')).data.languages.es).toMatchObject({
    state: 'scheduled',
    schedule: { publishAt: at },
  });
  const before = await site.standing();
  await archiveItem(site.dependencies, editor, { id: 'a' });
  site.clock.time = at + 1;
  await undoStandingChange(site.dependencies, editor, { before, after: await site.standing() });
  expect(await site.stateOf('es')).toBe('draft');
});

test('what was planned all along stays put down to whoever asked for it', async () => {
  const site = await start();
  await site.publish();
  const eva = person('editor', 'eva');
  const at = site.clock.time + 60_000;
  await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['en'], at });
  await site.thenBack(() => unpublishItem(site.dependencies, editor, { id: 'a', languages: ['es'] }));
  expect((await site.getItem('a')).data.languages.en?.schedule).toEqual({
    unpublishAt: at,
    unpublishBy: { id: 'eva', name: 'EVA' },
  });
});

test('nothing is undone once somebody else did something, and by nobody who may not', async () => {
  const site = await start();
  const before = await site.standing();
  await site.publish();
  const after = await site.standing();
  const undo = { before, after };
  await expect(undoStandingChange(site.dependencies, person('author'), undo)).rejects.toThrow(Forbidden);
  await unpublishItem(site.dependencies, editor, { id: 'a', languages: ['en'] });
  expect(await undoStandingChange(site.dependencies, editor, undo)).toEqual({ ok: false, reason: 'conflict' });
  expect(await site.read('uno')).toBe('Título uno');
});

test('an address that another item has taken since is told with the name of that item', async () => {
  const site = await start();
  await site.publish();
  const before = await site.standing();
  await unpublishItem(site.dependencies, editor, target);
  const after = await site.standing();
  await site.putItem('b', 'notice', { es: finishedLanguage('uno', { title: 'Otro' }) });
  const other = { id: 'b', languages: ['es'] };
  expect(await publishItem(site.dependencies, editor, other, { acceptWarnings: true })).toMatchObject({ ok: true });
  expect(await undoStandingChange(site.dependencies, editor, { before, after })).toMatchObject({
    ok: false,
    reason: 'checks',
    checks: [{ code: 'slug-taken', language: 'es', target: 'b', targetTitle: 'Otro' }],
  });
  expect(await site.standing()).toEqual(after);
});

test('a publication that was never kept is none to go back to', async () => {
  const site = await start();
  await site.publish();
  const after = await site.standing();
  const before: ItemStanding = { ...after, languages: { ...after.languages, es: { isArchived: false, revision: 9 } } };
  expect(await undoStandingChange(site.dependencies, editor, { before, after })).toEqual({
    ok: false,
    reason: 'no-revision',
  });
  expect(await site.standing()).toEqual(after);
});

test('what was taken out of the trash goes back into it, from now on and whatever the browser says', async () => {
  const site = await start();
  await trashItem(site.dependencies, editor, { id: 'a' });
  expect(await site.thenBack(() => untrashItem(site.dependencies, editor, { id: 'a' }))).toMatchObject({ ok: true });
  expect((await site.getItem('a')).data.trashedAt).toBe(site.clock.time);

  await site.editItem('a', ({ trashedAt: _, ...item }) => ({ ...item, authorId: 'author' }));
  const after = await site.standing();
  const undo = { before: { ...after, trashedAt: 0 }, after };
  expect(await undoStandingChange(site.dependencies, person('author'), undo)).toMatchObject({ ok: true });
  expect((await site.getItem('a')).data.trashedAt).toBe(site.clock.time);
  expect(await purgeTrash(site.dependencies)).toBe(0);
});

test('what goes back into the trash goes off the site, in every language and for good', async () => {
  const site = await start();
  await site.publish();
  const at = site.clock.time + 60_000;
  await scheduleUnpublish(site.dependencies, editor, { id: 'a', languages: both, at });
  const shown = await site.standing();
  for (const languages of [shown.languages, {}]) {
    const undo = { before: { id: 'a', trashedAt: 1, languages }, after: await site.standing() };
    expect(await undoStandingChange(site.dependencies, editor, undo)).toMatchObject({ ok: true });
    expect(await site.content.alternates('a')).toEqual({});
    expect(await site.card('a')).toMatchObject({ place: 'trash' });
    expect((await site.card('a'))?.nextScheduleAt).toBeUndefined();
    const after = await site.standing();
    const kept = { before: { ...after, trashedAt: 2, languages: shown.languages }, after };
    expect(await undoStandingChange(site.dependencies, editor, kept)).toMatchObject({ ok: true });
    expect(await site.content.alternates('a')).toEqual({});
    expect((await site.getItem('a')).data.trashedAt).toBe(site.clock.time);
    await untrashItem(site.dependencies, editor, { id: 'a' });
    await site.publish();
  }
});

test('the pages that every site has do not go into the trash', async () => {
  const site = await start();
  await site.putItem('about', 'pages', { es: finishedLanguage('about') });
  const after = standingOf((await site.getItem('about')).data);
  const undo = { before: { ...after, trashedAt: 1 }, after };
  expect(await undoStandingChange(site.dependencies, editor, undo)).toEqual({ ok: false, reason: 'fixed-page' });
});

test('a time to publish at is checked as whoever sets one is, and one that is not named stays', async () => {
  const site = await start();
  const at = site.clock.time + 60_000;
  await schedulePublish(site.dependencies, editor, { id: 'a', languages: ['en'], at }, { acceptWarnings: true });
  await site.editItem('a', (item) => {
    const es = { ...finishedLanguage('uno'), title: '' };
    return { ...item, authorId: 'author', languages: { ...item.languages, es } };
  });
  const after = await site.standing();
  const es = { isArchived: false, publishAt: at };
  const undo = { before: { ...after, languages: { ...after.languages, es } }, after };
  expect(await undoStandingChange(site.dependencies, editor, undo)).toMatchObject({
    ok: false,
    reason: 'checks',
    checks: [{ code: 'title-missing', language: 'es' }],
  });
  const en = { isArchived: false, publishAt: at, unpublishAt: at - 1 };
  const archived = { ...after.languages, es: { isArchived: true, publishAt: at } };
  const both = { before: { ...after, languages: archived }, after };
  expect(await undoStandingChange(site.dependencies, editor, both)).toEqual({ ok: false, reason: 'conflict' });
  const backwards = { before: { ...after, languages: { ...after.languages, en } }, after };
  expect(await undoStandingChange(site.dependencies, editor, backwards)).toEqual({ ok: false, reason: 'conflict' });
  expect(await site.standing()).toEqual(after);

  const nothing = { before: { ...after, languages: {} }, after };
  expect(await undoStandingChange(site.dependencies, person('author'), nothing)).toMatchObject({ ok: true });
  expect(await site.standing()).toEqual(after);
});

test('nothing is public and put away at once', async () => {
  const site = await start();
  await site.publish();
  const after = await site.standing();
  const es = { isArchived: true, revision: 1 };
  const undo = { before: { ...after, languages: { ...after.languages, es } }, after };
  expect(await undoStandingChange(site.dependencies, editor, undo)).toEqual({ ok: false, reason: 'conflict' });
});

test('a standing survives the way through a form, and nothing else passes for one', async () => {
  const site = await start();
  await site.publish();
  const standing = await site.standing();
  expect(itemStandingSchema.parse(JSON.parse(JSON.stringify(standing)))).toEqual(standing);
  expect(itemStandingSchema.safeParse({ id: 'a', languages: { es: { isArchived: 'no' } } }).success).toBe(false);
});

test('a tag is given and taken away in the draft, by who may edit what languages share', async () => {
  const site = await start();
  const dependencies = { ...site.dependencies, config: { ...site.config, tags: { x: { es: 'X' } } } };
  const tag = (isWanted: boolean, actor = editor, name = 'x') =>
    tagItem(dependencies, actor, { id: 'a', tag: name, isWanted });
  expect(await tag(true)).toEqual({ ok: true, changed: true });
  expect(await tag(true)).toEqual({ ok: true, changed: false });
  expect((await site.card('a'))?.tags).toEqual(['x']);
  expect(await tag(true, editor, 'y')).toEqual({ ok: false, reason: 'unknown-tag' });
  expect(await tag(false)).toEqual({ ok: true, changed: true });
  await expect(tag(true, person('translator'))).rejects.toThrow(Forbidden);
});
