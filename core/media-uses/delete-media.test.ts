import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import type { Actor } from '../access/actor.ts';
import { items, publications, revisions } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { saveVersion } from '../items/save-version.ts';
import { purgeItem, trashItem } from '../items/trash-item.ts';
import type { FileStore } from '../media/file-store.ts';
import { media } from '../media/media.ts';
import { storeMedia } from '../media/store-media.ts';
import { deleteLostBytes, deleteMedia, deleteUnusedMedia, nextMediaCheckAt } from './delete-media.ts';
import { areMediaUsesRecorded, findMediaUse, isShownInPublic } from './find-media-uses.ts';
import { recordMediaUses } from './record-media-uses.ts';

const DAY = 24 * 3_600_000;
const owner: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'owner', languages: [], disabled: false };
const pictures = {
  identify: acceptPictures.identify,
  readOther: async () => ({ ok: false, reason: 'type' }) as const,
  read: async (bytes: Uint8Array) =>
    ({ ok: true, width: 9, height: 9, publicForm: bytes, color: '#000000', isAnimated: false }) as const,
};
const png = (name: string) => Uint8Array.from([...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...Buffer.from(name)]);
const image = (id: string) => ({ type: 'image', attrs: { media: id, alt: 'x', id: 'a1' } });
const doc = (...content: object[]) => ({ type: 'doc' as const, content: content as never });

let site: ReturnType<typeof createContentSite>;
let files: FileStore;
const deletion = () => ({ store: site.store, files, config: site.config, now: site.now });

beforeEach(async () => {
  site = createContentSite();
  site.clock.time = Date.now() + DAY;
  files = createMemoryFileStore();
  await recordMediaUses(site.store, site.config);
});

async function upload(name: string): Promise<string> {
  const stored = await storeMedia({ store: site.store, files, pictures }, `${name}.png`, png(name));
  if (!stored.ok) throw new Error(stored.problem);
  await files.write(`media/${stored.media.id}/320.webp`, png('form'));
  return stored.media.id;
}

/** An item whose draft shows a picture. */
const show = (id: string, picture: string) =>
  site.putItem(id, 'not-found', {
    es: testLanguage(id, { body: doc(image(picture)), summary: 'x', seo: { description: 'x' } }),
  });

async function purge(id: string): Promise<void> {
  await trashItem(site, owner, { id });
  expect(await purgeItem(site, owner, { id })).toEqual({ ok: true });
}

async function sweep(): Promise<number> {
  site.clock.time += 60_000;
  return deleteUnusedMedia(deletion());
}

const stored = async (id: string) => [
  (await files.list(`media/${id}`, undefined, 10)).length,
  (await getDocument(site.store, media.at(id))) !== undefined,
];

describe('purging the last item that uses a file', () => {
  test('deletes the file in all its forms', async () => {
    const [id, other] = [await upload('one'), await upload('two')];
    await show('a', id);
    await show('b', other);
    await purge('a');
    expect(await sweep()).toBe(1);
    expect(await stored(id)).toEqual([0, false]);
    expect(await stored(other)).toEqual([3, true]);
    expect(await nextMediaCheckAt(site.store)).toBeUndefined();
  });

  test.each([
    ['the draft of another item', async (id: string) => show('b', id)],
    [
      'an item in the trash',
      async (id: string) => {
        await show('b', id);
        await trashItem(site, owner, { id: 'b' });
      },
    ],
    [
      'a revision',
      async (id: string) => {
        await show('b', id);
        await publish(site, 'b', ['es']);
        await unpublish(site, 'b', ['es']);
        await site.editItem('b', (item) => ({ ...item, languages: { es: testLanguage('b') } }));
      },
    ],
    [
      'a saved version',
      async (id: string) => {
        await show('b', id);
        await saveVersion(site, owner, { itemId: 'b', name: 'x' });
        await site.editItem('b', (item) => ({ ...item, languages: { es: testLanguage('b') } }));
      },
    ],
    [
      'a public text whose draft has lost it',
      async (id: string) => {
        await show('b', id);
        await publish(site, 'b', ['es']);
        await site.editItem('b', (item) => ({
          ...item,
          languages: { es: { ...item.languages.es, body: doc() } as never },
        }));
      },
    ],
    [
      'a cover',
      async (id: string) => {
        await site.putItem('b', 'notice', { es: testLanguage('b') }, { cover: { media: id } });
      },
    ],
    [
      'a link',
      async (id: string) => {
        const link = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: `/media/${id}/original` } }] };
        await site.putItem('b', 'notice', {
          es: testLanguage('b', { body: doc({ type: 'paragraph', content: [link] }) }),
        });
      },
    ],
  ])('keeps it as long as %s uses it', async (_, use) => {
    const id = await upload('one');
    await show('a', id);
    await use(id);
    await purge('a');
    expect(await sweep()).toBe(0);
    expect(await stored(id)).toEqual([3, true]);
    await purge('b');
    expect(await sweep()).toBe(1);
    expect(await stored(id)).toEqual([0, false]);
  });

  test('deletes the files of its history, too', async () => {
    const id = await upload('one');
    await show('a', id);
    await saveVersion(site, owner, { itemId: 'a', name: 'x' });
    await site.editItem('a', (item) => ({ ...item, languages: { es: testLanguage('a') } }));
    await purge('a');
    expect(await sweep()).toBe(1);
  });

  test('waits for an hour after an upload, since a text that is open may be about to show it', async () => {
    const id = await upload('one');
    await show('a', id);
    site.clock.time = Date.now();
    await storeMedia({ store: site.store, files, pictures }, 'again.png', png('one'));
    await purge('a');
    expect(await sweep()).toBe(0);
    await show('b', id);
    site.clock.time += 3_600_000;
    expect(await sweep()).toBe(0);
    expect(await stored(id)).toEqual([3, true]);
    expect(await nextMediaCheckAt(site.store)).toBeUndefined();
  });

  test('of two items that are purged at the same time, the last one takes the file with it', async () => {
    const id = await upload('one');
    await show('a', id);
    await show('b', id);
    await trashItem(site, owner, { id: 'b' });
    await site.editItem('b', (item) => ({ ...item, trashedAt: PURGING }));
    await purge('a');
    expect(await findMediaUse(site.store, id)).toBe('purging');
    expect(await sweep()).toBe(0);
    expect(await purgeItem(site, owner, { id: 'b' })).toEqual({ ok: true });
    expect(await sweep()).toBe(1);
  });

  test('that is used again between the look and the deletion is kept', async () => {
    const id = await upload('one');
    await show('a', id);
    await purge('a');
    let isShown = false;
    const commit: DocumentStore['commit'] = async (writes) => {
      if (!isShown && writes.some((write) => write.kind === 'update' && 'deletedAt' in write.fields)) {
        isShown = true;
        await show('b', id);
      }
      return site.store.commit(writes);
    };
    site.clock.time += 60_000;
    expect(await deleteUnusedMedia({ ...deletion(), store: { ...site.store, commit } })).toBe(0);
    expect((await getDocument(site.store, media.at(id)))?.data).not.toHaveProperty('deletedAt');
    expect(await stored(id)).toEqual([3, true]);
  });
});

describe('a deletion that is interrupted', () => {
  test.each([0, 1, 2, 3])('after %i files is finished later, and the file is gone meanwhile', async (count) => {
    const id = await upload('one');
    await show('a', id);
    await publish(site, 'a', ['es']);
    let left = count;
    const failing: FileStore['delete'] = async (key) => {
      if (left-- === 0) throw new Error('killed');
      await files.delete(key);
    };
    const commit: DocumentStore['commit'] = async (writes) => {
      if (count === 3 && writes.some(({ kind }) => kind === 'delete')) throw new Error('killed');
      return site.store.commit(writes);
    };
    const interrupted = { ...deletion(), store: { ...site.store, commit }, files: { ...files, delete: failing } };
    await expect(deleteMedia(interrupted, owner, { id, force: true })).rejects.toThrow('killed');
    expect(await site.content.media([id], 'es')).toEqual(new Map());
    expect(await deleteMedia(deletion(), owner, { id })).toEqual({ ok: false, reason: 'not-found' });
    expect(await storeMedia({ store: site.store, files, pictures }, 'x', png('one'))).toMatchObject({
      reason: 'deleting',
      problem: 'is being deleted from the site at this moment; try again in some seconds',
    });
    site.clock.time += 600_000;
    expect(await sweep()).toBe(1);
    expect(await stored(id)).toEqual([0, false]);
    expect(await upload('one')).toBe(id);
    expect(await site.content.media([id], 'es')).toHaveProperty('size', 1);
  });
});

describe('deleting a file by its id', () => {
  test('is refused with the items that use it, unless it is forced', async () => {
    const id = await upload('one');
    await show('a', id);
    await publish(site, 'a', ['es']);
    await show('b', id);
    await show('c', id);
    await saveVersion(site, owner, { itemId: 'c', name: 'x' });
    await site.editItem('c', (item) => ({ ...item, languages: { es: testLanguage('c') } }));
    const uses = [
      { itemId: 'a', title: 'Título a', place: 'public' },
      { itemId: 'b', title: 'Título b', place: 'draft' },
      { itemId: 'c', title: 'Título c', place: 'history' },
    ];
    expect(await deleteMedia(deletion(), owner, { id })).toMatchObject({ ok: false, reason: 'in-use', uses });
    expect(await stored(id)).toEqual([3, true]);
    expect(await deleteMedia(deletion(), owner, { id, force: true })).toMatchObject({ ok: true, name: 'one.png' });
    expect(await stored(id)).toEqual([0, false]);
    expect(await site.audited()).toContainEqual(
      expect.objectContaining({
        action: 'media.deleted',
        actor: expect.objectContaining({ id: 'eva' }),
        object: { kind: 'media', id, name: 'one.png' },
      }),
    );
  });

  test('is for owners, and what shows it cannot be published with it any more', async () => {
    const id = await upload('one');
    await expect(deleteMedia(deletion(), { ...owner, role: 'editor' }, { id })).rejects.toThrow('media.delete');
    expect(await deleteMedia(deletion(), owner, { id })).toMatchObject({ ok: true });
    await show('a', id);
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: false, reason: 'checks' });
  });

  test('finds none with another id', async () => {
    for (const id of ['x', '../x', 'f'.repeat(32)]) {
      expect(await deleteMedia(deletion(), owner, { id })).toEqual({ ok: false, reason: 'not-found' });
    }
  });
});

test('the uses of documents from before they were recorded are added once', async () => {
  const id = await upload('one');
  await show('a', id);
  await publish(site, 'a', ['es']);
  await saveVersion(site, owner, { itemId: 'a', name: 'x' });
  for (const collection of [items.name, publications.name, revisions.name, 'saved-versions']) {
    for (const {
      path,
      data: { media: _, ...data },
    } of await site.store.runQuery({ collection })) {
      await site.store.commit([{ kind: 'set', path, data }]);
    }
  }
  await site.store.commit([{ kind: 'delete', path: 'jobs/media-uses' }]);
  expect(await areMediaUsesRecorded(site.store)).toBe(false);
  expect(await isShownInPublic(site.store, id)).toBe(false);
  expect(await deleteMedia(deletion(), owner, { id })).toEqual({ ok: false, reason: 'uses-unknown' });
  expect(await recordMediaUses(site.store, site.config)).toBe(4);
  expect(await recordMediaUses(site.store, site.config)).toBe(0);
  expect(await areMediaUsesRecorded(site.store)).toBe(true);
  expect(await isShownInPublic(site.store, id)).toBe(true);
  await unpublish(site, 'a', ['es']);
  expect(await isShownInPublic(site.store, id)).toBe(false);
  expect(await findMediaUse(site.store, id)).toBe('used');
});

test('bytes that a killed process left without a document are deleted once they were found twice', async () => {
  const kept = await upload('kept');
  const lost = '0'.repeat(32);
  await files.write(`media/${lost}/original.png`, png('lost'));
  const found = await deleteLostBytes(deletion(), new Set());
  expect([...found]).toEqual([lost]);
  expect([...(await deleteLostBytes(deletion(), found))]).toEqual([]);
  site.clock.time += 600_000;
  await sweep();
  expect(await files.list(`media/${lost}`, undefined, 9)).toEqual([]);
  expect(await getDocument(site.store, media.at(lost))).toBeUndefined();
  expect(await files.list(`media/${kept}`, undefined, 9)).not.toEqual([]);
});

test('bytes that are uploaded at the moment when they are deleted as lost are told to be tried again', async () => {
  const id = await upload('again');
  await site.store.commit([{ kind: 'delete', path: media.at(id).path }]);
  const found = await deleteLostBytes(deletion(), new Set());
  const writing: FileStore = {
    ...files,
    async write(key, contents) {
      await files.write(key, contents);
      await deleteLostBytes(deletion(), found);
    },
  };
  const stored = await storeMedia({ store: site.store, files: writing, pictures }, 'again.png', png('again'));
  expect(stored).toMatchObject({ ok: false, reason: 'deleting' });
  site.clock.time += 600_000;
  await sweep();
  expect(await upload('again')).toBe(id);
});
