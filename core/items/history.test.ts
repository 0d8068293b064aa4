import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { restoreRevisions, restoreSavedVersion } from './restore-history.ts';
import { listRevisions, listSavedVersions, readRevision, readSavedVersion } from './revisions.ts';
import { saveVersion } from './save-version.ts';

const eva = person('editor', 'eva');
const by = { id: 'eva', name: 'Eva' };

async function createSite() {
  const site = createItemSite();
  const links = { title: { source: 'title', hash: 'h', text: 'Uno' } };
  await site.putItem(
    'a',
    'notice',
    { es: finishedLanguage('uno', { fields: { steps: ['a'] } }), en: finishedLanguage('one', { links }) },
    { authorId: 'ana', tags: ['x'], fields: { minutes: 5 } },
  );
  const publish = async (...languages: string[]) => {
    site.clock.time += 1;
    const outcome = await publishItem(site.dependencies, eva, { id: 'a', languages }, { acceptWarnings: true });
    expect(outcome).toMatchObject({ ok: true });
  };
  return { ...site, links, publish };
}

describe('revisions', () => {
  test('are listed with who made them, the latest first, page by page, in one language or all', async () => {
    const site = await createSite();
    await site.publish('es', 'en');
    for (const title of ['Dos', 'Tres']) {
      await site.drafts.changeLanguage('a', 'es', { title }, by);
      await site.publish('es');
    }
    const all = await listRevisions(site.store, eva, { itemId: 'a', limit: 9 });
    expect(all.entries.map(({ id }) => id)).toEqual(['a:es:3', 'a:es:2', 'a:es:1', 'a:en:1']);
    expect(all.entries[0]).toMatchObject({ title: 'Tres', by: { id: 'eva', name: 'EVA' } });
    const first = await listRevisions(site.store, eva, { itemId: 'a', language: 'es', limit: 2 });
    const next = first.next ?? '';
    const second = await listRevisions(site.store, eva, { itemId: 'a', language: 'es', limit: 2, after: next });
    expect([...first.entries, ...second.entries].map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(second.next).toBeUndefined();
    expect(await readRevision(site.store, eva, { itemId: 'a', language: 'es', revision: 2 })).toMatchObject({
      title: 'Dos',
    });
    await expect(listRevisions(site.store, person('viewer'), { itemId: 'a', limit: 1 })).rejects.toThrow(Forbidden);
  });

  test('keep to the workshop what the public may not see', async () => {
    const site = await createSite();
    await site.publish('es', 'en');
    expect(await readRevision(site.store, eva, { itemId: 'a', language: 'en', revision: 1 })).toMatchObject({
      links: site.links,
    });
    const found = await site.content.resolve('en', 'notice', 'one');
    expect(JSON.stringify(found)).not.toMatch(/links|EVA/);
  });

  test('go back into the draft with what they were translated from; what was there is kept', async () => {
    const site = await createSite();
    await site.publish('es', 'en');
    await site.drafts.changeLanguage('a', 'es', { title: 'Otro', fields: { steps: ['b'] } }, by);
    await site.drafts.changeShared('a', { fields: { minutes: 9 } }, by);
    site.clock.time += 1;
    const restore = (revision: number) =>
      restoreRevisions(site.dependencies, eva, {
        itemId: 'a',
        refs: [{ language: 'es', revision }],
        languages: ['es'],
        shared: false,
      });
    const outcome = await restore(1);
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ title: 'Título uno', fields: { steps: ['a'] }, state: 'changed' });
    expect(data.fields).toEqual({ minutes: 9 });
    const kept = outcome.ok ? await readSavedVersion(site.store, eva, { itemId: 'a', id: outcome.kept }) : undefined;
    expect(kept).toMatchObject({
      kind: 'before-restore',
      languages: { es: { title: 'Otro' } },
      fields: { minutes: 9 },
    });
    expect((await site.audited()).at(-1)).toMatchObject({ action: 'item.restored', details: { languages: ['es'] } });
    expect(await restore(7)).toEqual({ ok: false, reason: 'not-in-history' });
  });
});

describe('saved versions', () => {
  test('keep every language and what they share under a name', async () => {
    const site = await createSite();
    const outcome = await saveVersion(site.dependencies, eva, { itemId: 'a', name: ' Antes de junio ' });
    expect(outcome).toMatchObject({
      ok: true,
      savedVersion: {
        name: 'Antes de junio',
        tags: ['x'],
        fields: { minutes: 5 },
        languages: { en: { links: site.links } },
      },
    });
    expect((await listSavedVersions(site.store, eva, { itemId: 'a', limit: 5 })).entries).toMatchObject([
      { name: 'Antes de junio', kind: 'named', by: { id: 'eva' } },
    ]);
    const id = outcome.ok ? outcome.id : '';
    expect(await readSavedVersion(site.store, eva, { itemId: 'another', id })).toBeUndefined();
    expect(await readSavedVersion(site.store, eva, { itemId: 'a', id: '../items/a' })).toBeUndefined();
    for (const name of ['', '  ', 'x'.repeat(121)]) {
      expect(await saveVersion(site.dependencies, eva, { itemId: 'a', name })).toMatchObject({
        reason: 'invalid-name',
      });
    }
  });

  test('are saved by whoever may edit any of the item, and restored by editors', async () => {
    const site = await createSite();
    const save = (actor: typeof eva) => saveVersion(site.dependencies, actor, { itemId: 'a', name: 'x' });
    for (const actor of [person('translator'), person('author', 'ana'), eva]) {
      expect(await save(actor)).toMatchObject({ ok: true });
    }
    for (const actor of [person('viewer'), person('author', 'beto')]) {
      await expect(save(actor)).rejects.toThrow(Forbidden);
    }
    const target = { itemId: 'a', id: 'x', languages: ['es'], shared: false };
    await expect(restoreSavedVersion(site.dependencies, person('author', 'ana'), target)).rejects.toThrow(Forbidden);
  });

  test('go back in the languages that were asked for, and with what they share where that was', async () => {
    const site = await createSite();
    const saved = await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'x' });
    const id = saved.ok ? saved.id : '';
    await site.drafts.changeLanguage('a', 'es', { title: 'Otro' }, by);
    await site.drafts.changeLanguage('a', 'en', { title: 'Another', links: {} }, by);
    await site.drafts.changeShared(
      'a',
      { author: 'Ana', tags: ['y'], fields: { minutes: 9 }, cover: { media: 'a'.repeat(32) } },
      by,
    );
    await restoreSavedVersion(site.dependencies, eva, { itemId: 'a', id, languages: ['en'], shared: false });
    let { data } = await site.getItem('a');
    expect(data.languages).toMatchObject({ es: { title: 'Otro' }, en: { title: 'Título one', links: site.links } });
    expect(data.tags).toEqual(['y']);
    await restoreSavedVersion(site.dependencies, eva, { itemId: 'a', id, languages: [], shared: true });
    ({ data } = await site.getItem('a'));
    expect(data).toMatchObject({ tags: ['x'], fields: { minutes: 5 } });
    expect(data).not.toHaveProperty('cover');
    expect(data).not.toHaveProperty('author');
    const other = await restoreSavedVersion(site.dependencies, eva, {
      itemId: 'a',
      id,
      languages: ['fr'],
      shared: false,
    });
    expect(other).toEqual({ ok: false, reason: 'language-missing' });
  });

  test('bring back the byline, the cover and what each language says of it', async () => {
    const site = await createSite();
    const cover = { media: 'a'.repeat(32) };
    await site.drafts.changeShared('a', { author: 'Ana', cover }, by);
    await site.drafts.changeLanguage('a', 'es', { coverAlt: 'Una placa', author: 'Dra. Ana' }, by);
    const saved = await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'x' });
    const id = saved.ok ? saved.id : '';
    await site.drafts.changeShared('a', { author: 'Eva', cover: { media: 'b'.repeat(32) } }, by);
    await site.drafts.changeLanguage('a', 'es', { coverAlt: 'Otra placa', author: '' }, by);
    const restore = (languages: string[], shared: boolean) =>
      restoreSavedVersion(site.dependencies, eva, { itemId: 'a', id, languages, shared });
    await restore(['es'], false);
    expect((await site.getItem('a')).data.languages.es?.coverAlt, 'of another picture').toBe('Otra placa');
    await restore(['es'], true);
    const { data } = await site.getItem('a');
    expect(data).toMatchObject({
      author: 'Ana',
      cover,
      languages: { es: { coverAlt: 'Una placa', author: 'Dra. Ana' } },
    });
    expect(data.languages.en?.coverAlt).toBeUndefined();
  });
});
