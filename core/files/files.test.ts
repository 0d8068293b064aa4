import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { Forbidden } from '../access/policy.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { restoreRevisions } from '../items/restore-history.ts';
import { media } from '../media/media.ts';
import { storeMedia } from '../media/store-media.ts';
import { deleteUnusedMedia, purgeFileTrash } from '../media-uses/delete-media.ts';
import { areBytesPublic, findMediaUses } from '../media-uses/find-media-uses.ts';
import { recordMediaUses } from '../media-uses/record-media-uses.ts';
import { trashFile, untrashFile } from './change-file.ts';
import { coverFiles } from './cover-files.ts';
import { describeFile, focusFile, tagFile, textsStamp } from './describe-file.ts';
import { fileCards } from './file-card.ts';
import { judgeFileUses } from './judge-file-use.ts';
import { listFiles, listFileTags, listUploaders } from './list-files.ts';
import { readShownMedia } from './read-files.ts';
import { removeUpload, replaceFile, restoreFormer } from './replace-file.ts';
import { fileReport, files, MAX_VERSIONS, type SiteFile } from './site-file.ts';
import { storeFile } from './store-file.ts';

const DAY = 24 * 3_600_000;
const [author, translator, editor] = [person('author', 'ana'), person('translator', 'tom'), person('editor', 'eva')];
const png = (name: string) => Uint8Array.from([...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...Buffer.from(name)]);
const pictures = {
  identify: acceptPictures.identify,
  readOther: async () => ({ ok: false, reason: 'type' }) as const,
  read: async (bytes: Uint8Array) =>
    ({ ok: true, width: 9, height: 9, publicForm: bytes, color: '#000000', isAnimated: false }) as const,
};
const showing = (id: string, alt: string | undefined = 'x') => ({
  body: { type: 'doc' as const, content: [{ type: 'image', attrs: { media: id, alt, id: 'b1' } }] } as never,
});

let site: ReturnType<typeof createItemSite>;
let dependencies: Parameters<typeof storeFile>[0] & Parameters<typeof purgeFileTrash>[0];

beforeEach(async () => {
  site = createItemSite();
  site.clock.time = Date.now();
  dependencies = { ...site, files: createMemoryFileStore(), pictures: { ...pictures }, now: site.now };
  await recordMediaUses(site.store, site.config);
});

async function upload(name: string, by = editor): Promise<SiteFile> {
  const stored = await storeFile(dependencies, by, { name: `${name}.png`, contents: png(name) });
  if (!stored.ok) throw new Error(stored.problem);
  return stored.file;
}

const replace = (id: string, name: string, expectedVersion = 1, actor = editor) =>
  replaceFile(dependencies, actor, { id, expectedVersion, name: `${name}.png`, contents: png(name) });
const describeIn = (language: string, id: string, rest: object, actor = editor) =>
  describeFile(dependencies, actor, { id, language, texts: {}, ...rest });
const fileOf = async (id: string) => (await getDocument(site.store, files.at(id)))?.data;
const cardOf = async (id: string) => (await getDocument(site.store, fileCards.at(id)))?.data;
const shownBytes = async (id: string) => (await readShownMedia(site.store, [id])).get(id)?.id;
const states = (file: SiteFile | undefined, language: string) =>
  Object.fromEntries(
    (file && fileReport(file, language))?.map(({ unit, source, state }) => [unit ?? source, state]) ?? [],
  );
const actions = async () => (await site.audited()).map(({ action }) => action);

describe('an upload', () => {
  test('becomes a file with the id of its bytes, a card and an entry in the audit log', async () => {
    const file = await upload('one', author);
    expect(file).toMatchObject({ id: file.current.media, version: 1, uploadedBy: { id: 'ana' }, sourceLanguage: 'es' });
    expect(await cardOf(file.id)).toMatchObject({ place: 'library', name: 'one.png', isUsed: false });
    expect(await shownBytes(file.id)).toBe(file.id);
    expect(await actions()).toEqual(['media.uploaded']);
  });

  test('of the same bytes gives the file that is there, and takes it out of the trash', async () => {
    const file = await upload('one');
    await trashFile(dependencies, editor, file);
    const again = await storeFile(dependencies, author, { name: 'other.png', contents: png('one') });
    expect(again).toMatchObject({ ok: true, isNew: false, file: { id: file.id, current: { name: 'one.png' } } });
    expect((await fileOf(file.id))?.trashedAt).toBeUndefined();
  });

  test('of the first bytes of a file that has others by now becomes a file of its own', async () => {
    const file = await upload('one');
    expect(await replace(file.id, 'two')).toMatchObject({ ok: true });
    const again = await upload('one');
    expect(again.id).not.toBe(file.id);
    expect(again.id).toMatch(/^[0-9a-f]{32}$/);
    expect([await shownBytes(file.id), await shownBytes(again.id)]).toEqual([
      (await fileOf(file.id))?.current.media,
      file.id,
    ]);
  });

  test('that is interrupted between its bytes and its file leaves neither', async () => {
    const commit: DocumentStore['commit'] = async () => {
      throw new Error('killed');
    };
    const killed = { ...dependencies, store: { ...site.store, commit } };
    await expect(storeFile(killed, editor, { name: 'a.png', contents: png('a') })).rejects.toThrow('killed');
    expect(await site.store.runQuery({ collection: media.name })).toEqual([]);
    expect(await site.store.runQuery({ collection: files.name })).toEqual([]);
  });
});

test('bytes that were uploaded before there were files get one each, once', async () => {
  const stored = await storeMedia(dependencies, 'viejo.png', png('old'));
  const id = stored.ok ? stored.media.id : '';
  await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)) });
  expect(await coverFiles(dependencies)).toBe(1);
  expect(await coverFiles(dependencies)).toBe(0);
  expect(await fileOf(id)).toMatchObject({ id, current: { media: id, name: 'viejo.png' } });
  expect(await cardOf(id)).toMatchObject({ isUsed: true });
});

describe('replacing a file', () => {
  test('changes its bytes for everything that names it, and keeps the former ones as a version', async () => {
    const { id } = await upload('one');
    await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)) });
    await publish(site, 'a', ['es']);
    const replaced = await replace(id, 'two');
    if (!replaced.ok) throw new Error(replaced.reason);
    const { media: bytes } = replaced.file.current;
    expect(await shownBytes(id)).toBe(bytes);
    expect([...(await site.content.media([id], 'es')).values()].map((shown) => shown.id)).toEqual([bytes]);
    expect(await areBytesPublic(site.store, bytes)).toBe(true);
    expect(await areBytesPublic(site.store, id)).toBe(false);
    expect(replaced.file.former).toMatchObject([{ version: 1, media: id }]);
    const restored = await restoreFormer(dependencies, editor, { id, expectedVersion: 2, version: 1 });
    expect(restored).toMatchObject({ ok: true, file: { version: 3, current: { media: id }, former: [{}, {}] } });
    expect(await actions()).toEqual(expect.arrayContaining(['media.replaced', 'media.version-restored']));
  });

  test('is refused for who did not see the latest version, and for the same bytes', async () => {
    const { id } = await upload('one');
    expect(await replace(id, 'two')).toMatchObject({ ok: true });
    expect(await replace(id, 'three')).toEqual({ ok: false, reason: 'conflict' });
    expect(await replace(id, 'two', 2)).toEqual({ ok: false, reason: 'same-bytes' });
    await expect(replace(id, 'three', 2, author)).rejects.toThrow(Forbidden);
  });

  test('keeps ten versions; bytes that nothing has any more are deleted', async () => {
    const { id } = await upload('one');
    await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)) });
    for (let version = 1; version <= MAX_VERSIONS + 1; version++) await replace(id, `v${version}`, version);
    expect((await fileOf(id))?.former.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(await deleteUnusedMedia(dependencies)).toBe(1);
    expect(await getDocument(site.store, media.at(id))).toBeUndefined();
    expect(await shownBytes(id)).toBe((await fileOf(id))?.current.media);
    site.clock.time += DAY;
    expect(await deleteUnusedMedia(dependencies)).toBe(0);
  });

  test('that fails after its bytes are stored leaves bytes that a job deletes', async () => {
    const { id } = await upload('one');
    const { commit } = site.store;
    let commits = 0;
    const failing: DocumentStore['commit'] = async (writes) => {
      if (++commits > 1) throw new Error('killed');
      return commit(writes);
    };
    const killed = { ...dependencies, store: { ...site.store, commit: failing } };
    const replacement = { id, expectedVersion: 1, name: 'two.png', contents: png('two') };
    await expect(replaceFile(killed, editor, replacement)).rejects.toThrow('killed');
    site.clock.time += DAY;
    expect(await deleteUnusedMedia(dependencies)).toBe(1);
    expect(await site.store.runQuery({ collection: media.name })).toHaveLength(1);
  });

  test('of one language gives its readers bytes of their own, which follow those of the source', async () => {
    const { id } = await upload('one');
    const own = { id, expectedVersion: 1, name: 'en.png', contents: png('en'), language: 'en' };
    expect(await replaceFile(dependencies, editor, own)).toMatchObject({ ok: true });
    const [es, en] = await Promise.all(['es', 'en'].map((code) => readShownMedia(site.store, [id], code)));
    expect([es?.get(id)?.id, en?.get(id)?.id]).toEqual([id, (await fileOf(id))?.languages.en?.own?.media]);
    expect(states(await fileOf(id), 'en')).toEqual({ bytes: 'current' });
    await replace(id, 'two', 2);
    expect(states(await fileOf(id), 'en')).toEqual({ bytes: 'stale' });
  });

  test('ends for a language when its own bytes are removed, which stay as a version', async () => {
    const { id } = await upload('one');
    const own = { id, expectedVersion: 1, name: 'en.png', contents: png('en'), language: 'en' };
    await replaceFile(dependencies, editor, own);
    const [bytes] = Object.values((await fileOf(id))?.languages ?? {});
    const remove = (expectedVersion: number, actor = editor) =>
      removeUpload(dependencies, actor, { id, expectedVersion, language: 'en' });
    await expect(remove(2, translator)).rejects.toThrow(Forbidden);
    expect(await remove(1)).toEqual({ ok: false, reason: 'conflict' });
    expect(await remove(2)).toMatchObject({
      ok: true,
      file: { version: 3, former: [{ version: 2, language: 'en', media: bytes?.own?.media }], shown: [id] },
    });
    expect((await fileOf(id))?.languages.en).not.toHaveProperty('own');
    expect(states(await fileOf(id), 'en')).toEqual({});
    expect((await readShownMedia(site.store, [id], 'en')).get(id)?.id).toBe(id);
    expect(await remove(3)).toEqual({ ok: false, reason: 'nothing-there' });
    expect((await site.audited()).filter(({ action }) => action === 'media.part-removed')).toMatchObject([
      { details: { languages: ['en'] } },
    ]);
    const again = await restoreFormer(dependencies, editor, { id, expectedVersion: 3, version: 2 });
    expect(again).toMatchObject({ ok: true, file: { languages: { en: { own: { media: bytes?.own?.media } } } } });
    expect(states(await fileOf(id), 'en')).toEqual({ bytes: 'current' });
  });
});

describe('the texts of a file', () => {
  test('are missing, current and out of date like the units of an item', async () => {
    const { id } = await upload('one');
    await describeIn('es', id, { texts: { title: 'Rodilla', alt: 'Una rodilla' } });
    expect(states(await fileOf(id), 'en')).toEqual({ title: 'missing', alt: 'missing' });
    await describeIn('en', id, { texts: { title: 'Knee', alt: 'A knee' } }, translator);
    expect(states(await fileOf(id), 'en')).toEqual({ title: 'current', alt: 'current' });
    await describeIn('es', id, { texts: { alt: 'Una rodilla izquierda' } });
    expect(states(await fileOf(id), 'en')).toEqual({ title: 'current', alt: 'stale' });
    expect(await cardOf(id)).toMatchObject({ languages: { en: { stale: 1, missing: 0, lacksAlt: false } } });
    await describeIn('en', id, { isCurrent: true });
    expect(states(await fileOf(id), 'en')).toEqual({ title: 'current', alt: 'current' });
    await describeIn('es', id, { texts: { alt: 'Una rodilla  izquierda' }, isMinor: true });
    expect(states(await fileOf(id), 'en')).toEqual({ title: 'current', alt: 'current' });
  });

  test('of a decorative picture need no alternative text', async () => {
    const { id } = await upload('one');
    expect(await cardOf(id)).toMatchObject({ languages: { es: { lacksAlt: true } } });
    await describeIn('es', id, { texts: { alt: 'x' } });
    await describeIn('es', id, { decorative: true });
    expect((await fileOf(id))?.languages.es).toEqual({ decorative: true });
    expect(states(await fileOf(id), 'en')).toEqual({ alt: 'missing' });
    await describeIn('en', id, { decorative: true });
    expect(states(await fileOf(id), 'en')).toEqual({ alt: 'current' });
  });

  test('that somebody else has changed meanwhile are not written over', async () => {
    const file = await upload('one');
    const stamp = textsStamp(file, 'es');
    await describeIn('es', file.id, { texts: { title: 'Uno' }, stamp });
    expect(await describeIn('es', file.id, { texts: { title: 'Dos' }, stamp })).toEqual({
      ok: false,
      reason: 'conflict',
    });
    expect((await fileOf(file.id))?.languages.es).toEqual({ title: 'Uno' });
  });

  test('are for authors of the file, translators of the language, and editors', async () => {
    const { id } = await upload('one', author);
    await expect(describeIn('es', id, { texts: { title: 'x' } }, translator)).rejects.toThrow(Forbidden);
    await expect(describeIn('es', id, { texts: { title: 'x' } }, person('author', 'bea'))).rejects.toThrow(Forbidden);
    expect(await describeIn('es', id, { texts: { title: 'x' } }, author)).toMatchObject({ ok: true });
    await expect(tagFile(dependencies, translator, { id, add: ['x'] })).rejects.toThrow(Forbidden);
  });

  test('stand in where a text has none, also for the checks of publishing', async () => {
    const { id } = await upload('one');
    const body = { type: 'doc' as const, content: [{ type: 'image', attrs: { media: id, id: 'b1' } }] } as never;
    await site.putItem('a', 'notice', { es: finishedLanguage('a', { body }) });
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: false });
    await describeIn('es', id, { texts: { alt: 'Una rodilla' } });
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true });
    await describeIn('es', id, { texts: { caption: 'Antes', credit: 'Foto: Ana' } });
    expect((await site.content.media([id], 'es')).get(id)).toMatchObject({
      ...{ alt: 'Una rodilla', caption: 'Antes', credit: 'Foto: Ana' },
    });
    expect((await site.content.media([id], 'en')).get(id)).not.toHaveProperty('caption');
  });
});

test('a focal point stays with its bytes, and with others of the same shape', async () => {
  const { id, current } = await upload('one', author);
  const focus = { x: 2, y: 7 };
  expect(await focusFile(dependencies, author, { id, media: current.media, ...focus })).toMatchObject({ ok: true });
  const shown = async () => (await site.content.media([id], 'es')).get(id)?.focus;
  expect(await shown()).toEqual(focus);
  await expect(focusFile(dependencies, translator, { id, media: current.media, ...focus })).rejects.toThrow(Forbidden);

  expect(await replace(id, 'same shape')).toMatchObject({ ok: true });
  expect(await shown()).toEqual(focus);
  const late = await focusFile(dependencies, editor, { id, media: current.media, x: 1, y: 1 });
  expect(late).toEqual({ ok: false, reason: 'conflict' });

  const { read } = dependencies.pictures;
  dependencies.pictures.read = async (...args) => ({ ...(await read(...args)), width: 90 }) as never;
  expect(await replace(id, 'another shape', 2)).toMatchObject({ ok: true });
  dependencies.pictures.read = read;
  expect(await shown()).toBeUndefined();
  expect(await restoreFormer(dependencies, editor, { id, expectedVersion: 3, version: 2 })).toMatchObject({ ok: true });
  expect(await shown()).toEqual(focus);
  const { current: now } = (await fileOf(id)) ?? {};
  await focusFile(dependencies, editor, { id, media: now?.media ?? '', x: 5, y: 5 });
  expect(await shown()).toBeUndefined();
});

describe('the trash', () => {
  test('gives back what an old publication or a saved version shows once that is restored', async () => {
    const [shown, cover, other] = [await upload('one'), await upload('two'), await upload('three')];
    await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(shown.id)) }, { cover: { media: cover.id } });
    await publish(site, 'a', ['es']);
    const by = { id: 'eva', name: 'Eva' };
    await site.drafts.changeItem('a', { languages: { es: { body: { type: 'doc', content: [] } } } }, by);
    for (const { id } of [shown, cover, other]) await trashFile(dependencies, editor, { id });
    const trashed = async () =>
      Promise.all([shown, cover, other].map(async ({ id }) => (await fileOf(id))?.trashedAt !== undefined));
    const target = { itemId: 'a', refs: [{ language: 'es', revision: 1 }], languages: ['es'] };
    expect(await restoreRevisions(site.dependencies, editor, { ...target, shared: false })).toMatchObject({ ok: true });
    expect(await trashed()).toEqual([false, true, true]);
    site.clock.time += 1;
    await restoreRevisions(site.dependencies, editor, { ...target, shared: true });
    expect(await trashed()).toEqual([false, false, true]);
    expect((await actions()).filter((action) => action === 'media.untrashed')).toHaveLength(2);
  });

  test('hides a file from readers until it comes back, and deletes it after 30 days', async () => {
    const { id } = await upload('one');
    await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)) });
    await publish(site, 'a', ['es']);
    await expect(trashFile(dependencies, author, { id })).rejects.toThrow(Forbidden);
    expect(await trashFile(dependencies, editor, { id })).toMatchObject({ ok: true });
    expect([await shownBytes(id), await areBytesPublic(site.store, id)]).toEqual([undefined, false]);
    expect(await replace(id, 'two')).toEqual({ ok: false, reason: 'in-trash' });
    expect(await untrashFile(dependencies, editor, { id })).toMatchObject({ ok: true });
    expect([await shownBytes(id), await areBytesPublic(site.store, id)]).toEqual([id, true]);
    await trashFile(dependencies, editor, { id });
    site.clock.time += 30 * DAY - 1;
    expect(await purgeFileTrash(dependencies)).toBe(0);
    site.clock.time += 1;
    expect(await purgeFileTrash(dependencies)).toBe(1);
    expect([await fileOf(id), await cardOf(id), await getDocument(site.store, media.at(id))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await dependencies.files.list(`media/${id}`, undefined, 9)).toEqual([]);
  });

  test('leaves bytes that another file has', async () => {
    const first = await upload('one');
    await replace(first.id, 'two');
    const second = await upload('one');
    await trashFile(dependencies, editor, first);
    site.clock.time += 30 * DAY;
    expect(await purgeFileTrash(dependencies)).toBe(1);
    expect(await shownBytes(second.id)).toBe(first.id);
  });
});

test('uses are told with their languages and places', async () => {
  const { id } = await upload('one');
  await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)), en: finishedLanguage('a-en') });
  await site.putItem(
    'b',
    'notice',
    { es: finishedLanguage('b'), en: finishedLanguage('b-en') },
    { cover: { media: id } },
  );
  await publish(site, 'a', ['es', 'en']);
  await unpublish(site, 'a', ['es']);
  await publish(site, 'b', ['en']);
  expect(await findMediaUses(site.store, site.config, id, 9)).toEqual([
    {
      ...{ itemId: 'b', type: 'notice', title: 'Título b', place: 'public' },
      places: [
        { place: 'public', languages: ['en'] },
        { place: 'draft', languages: ['en', 'es'] },
        { place: 'revision', languages: ['en'] },
      ],
    },
    {
      ...{ itemId: 'a', type: 'notice', title: 'Título a', place: 'draft' },
      places: [
        { place: 'draft', languages: ['es'] },
        { place: 'revision', languages: ['es'] },
      ],
    },
  ]);
});

test('uses are told of every item, however often the history of one has the file', async () => {
  const { id } = await upload('one');
  for (const item of ['a', 'b', 'c']) {
    for (let revision = 1; revision <= (item === 'a' ? 5 : 1); revision++) {
      const content = finishedLanguage(item, { ...showing(id), title: `${item} ${revision}` });
      if (revision === 1) await site.putItem(item, 'notice', { es: content, en: { ...content, slug: `${item}-en` } });
      else
        await site.editItem(item, (before) => ({
          ...before,
          languages: { ...before.languages, es: { ...before.languages.es, title: content.title } as never },
        }));
      await publish(site, item, ['es', 'en']);
    }
    await unpublish(site, item, ['es', 'en']);
    await site.editItem(item, (before) => ({
      ...before,
      languages: { es: finishedLanguage(item), en: finishedLanguage(`${item}-en`) },
    }));
  }
  const told = await findMediaUses(site.store, site.config, id, 3);
  expect(told.map(({ itemId, places }) => [itemId, places])).toEqual(
    ['a', 'b', 'c'].map((item) => [item, [{ place: 'revision', languages: ['en', 'es'] }]]),
  );
  expect(await findMediaUses(site.store, site.config, id, 2)).toHaveLength(2);
});

test('a document says in which languages something published hands it out; a picture does not', async () => {
  dependencies.pictures.readOther = async () =>
    ({ ok: true, contentType: 'application/pdf', id: 'd'.repeat(32), pages: 1 }) as never;
  const stored = await storeFile(dependencies, editor, {
    name: 'a.pdf',
    contents: new TextEncoder().encode('%PDF-1.7'),
  });
  const id = stored.ok ? stored.file.id : '';
  const picture = await upload('one');
  const body = {
    body: {
      type: 'doc' as const,
      content: [
        { type: 'file', attrs: { media: id, id: 'b1' } },
        { type: 'image', attrs: { media: picture.id, alt: '', id: 'b2' } },
      ],
    } as never,
  };
  await site.putItem('a', 'notice', { es: finishedLanguage('a', body), en: finishedLanguage('a-en', body) });
  const shown = async () => {
    await judgeFileUses(dependencies, [id, picture.id]);
    return [(await cardOf(id))?.publicIn, (await cardOf(picture.id))?.publicIn];
  };
  expect(await shown()).toEqual([undefined, undefined]);
  await publish(site, 'a', ['en']);
  expect(await shown()).toEqual([['en'], undefined]);
  await publish(site, 'a', ['es']);
  expect(await shown()).toEqual([['en', 'es'], undefined]);
  await describeIn('es', id, { texts: { title: 'Precios' } });
  expect((await cardOf(id))?.publicIn).toEqual(['en', 'es']);
  await unpublish(site, 'a', ['es', 'en']);
  expect(await shown()).toEqual([undefined, undefined]);
});

describe('a list', () => {
  const list = async (search: object = {}) => {
    const asked = { place: 'library', sort: 'name', language: 'es', limit: 50, ...search } as const;
    const { cards } = await listFiles({ store: site.store, findFiles: async () => [] }, author, asked);
    return cards.map(({ name }) => name);
  };

  test('has the files that fit every filter, in its order', async () => {
    const [one, two] = [await upload('one', author), await upload('two')];
    site.clock.time += 1;
    await upload('three');
    await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(one.id)) });
    await judgeFileUses(dependencies, [one.id]);
    await tagFile(dependencies, editor, { id: two.id, add: ['sala', 'fachada'] });
    await describeIn('es', two.id, { texts: { title: 'Álamo', alt: 'x' } });
    expect(await list()).toEqual(['two.png', 'one.png', 'three.png']);
    expect(await list({ sort: 'uploaded' })).toEqual(['three.png', expect.any(String), expect.any(String)]);
    expect(await list({ isUsed: true })).toEqual(['one.png']);
    expect(await list({ isUsed: false, tag: 'sala' })).toEqual(['two.png']);
    expect(await list({ isUsed: true, tag: 'sala' })).toEqual([]);
    expect(await list({ lacksAlt: 'es' })).toEqual(['one.png', 'three.png']);
    expect(await list({ missing: 'en' })).toEqual(['two.png']);
    expect(await list({ uploaderId: 'ana' })).toEqual(['one.png']);
    expect(await list({ largerThan: 1 })).toEqual([]);
    await trashFile(dependencies, editor, two);
    expect([await list(), await list({ place: 'trash' })]).toEqual([['one.png', 'three.png'], ['two.png']]);
    expect(await listUploaders(site.store, author, 'library')).toEqual([
      { id: 'ana', name: 'ANA' },
      { id: 'eva', name: 'EVA' },
    ]);
  });

  test('goes on where a page ended, also where it filters what an index finds', async () => {
    for (let number = 10; number < 30; number++) await upload(`f${number}`, number % 2 ? author : editor);
    for (const filters of [{}, { uploaderId: 'ana', isUsed: false }]) {
      const names: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const search = { place: 'library', sort: 'name', language: 'en', limit: 3, after, ...filters } as const;
        const page = await listFiles({ store: site.store, findFiles: async () => [] }, author, search);
        names.push(...page.cards.map(({ name }) => name));
        after = page.next;
      }
      expect(names).toEqual([...names].sort());
      expect(names).toHaveLength('uploaderId' in filters ? 10 : 20);
    }
  });

  test('knows the tags of the files in the library alone', async () => {
    const { id } = await upload('one');
    await tagFile(dependencies, editor, { id, add: ['sala', 'fachada'] });
    expect(await listFileTags(site.store, author)).toEqual(['fachada', 'sala']);
    await tagFile(dependencies, editor, { id, remove: ['sala'] });
    expect(await listFileTags(site.store, author)).toEqual(['fachada']);
    await trashFile(dependencies, editor, { id });
    expect(await listFileTags(site.store, author)).toEqual([]);
  });
});
