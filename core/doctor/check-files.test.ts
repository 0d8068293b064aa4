import { beforeEach, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { trashFile } from '../files/change-file.ts';
import { fileCards } from '../files/file-card.ts';
import { storeFile } from '../files/store-file.ts';
import { deleteFiles } from '../media/file-store.ts';
import { media } from '../media/media.ts';
import { deleteMedia } from '../media-uses/delete-media.ts';
import { fileNotes, fileProblems } from './check-files.ts';

const eva = person('editor', 'eva');

let site: ReturnType<typeof createItemSite> & { files: ReturnType<typeof createMemoryFileStore> };
beforeEach(() => {
  site = { ...createItemSite(), files: createMemoryFileStore() };
});

async function upload(name: string): Promise<string> {
  const contents = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);
  const stored = await storeFile({ ...site, pictures: acceptPictures }, eva, { name: `${name}.svg`, contents });
  if (!stored.ok) throw new Error(stored.problem);
  return stored.file.id;
}

async function show(itemId: string, id: string) {
  const body = { type: 'doc', content: [{ type: 'image', attrs: { media: id, alt: 'x', id: 'b1' } }] } as never;
  await site.putItem(itemId, 'notice', { es: finishedLanguage(itemId, { body }) });
  await publish(site, itemId, ['es']);
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const told = async () => ({
  problems: await collect(fileProblems(site.store, site.files)),
  notes: await collect(fileNotes(site.store, site.files)),
});

test('files that are whole, used, unused or in the trash are sound', async () => {
  const [used, hidden] = [await upload('used'), await upload('hidden')];
  await upload('unused');
  await show('a', used);
  await show('b', hidden);
  await trashFile(site, eva, { id: hidden });
  expect(await told()).toEqual({ problems: [], notes: [] });
});

test('files without bytes, bytes without files and uses of nothing are named', async () => {
  const [gone, damaged, purged, odd] = [
    await upload('gone'),
    await upload('damaged'),
    await upload('purged'),
    await upload('odd'),
  ];
  await show('a', purged);
  await deleteMedia(site, { kind: 'command-line' }, { id: purged, force: true });
  await deleteFiles(site.files, gone);
  await site.files.write(`media/${damaged}/original.svg`, new Uint8Array([1]));
  const card = await getDocument(site.store, fileCards.at(odd));
  if (card) await site.store.commit([setDocument(fileCards.at('0'.repeat(32)), { ...card.data, id: '0'.repeat(32) })]);
  await site.store.commit([{ kind: 'delete', path: fileCards.at(odd).path }]);
  await site.files.write(`media/${'a'.repeat(32)}/original.png`, new Uint8Array([1]));
  const bytes = (await getDocument(site.store, media.at(odd)))?.data;
  if (bytes)
    await site.store.commit([setDocument(media.at('b'.repeat(32)), { ...bytes, id: 'b'.repeat(32), isFiled: true })]);
  await site.files.write(`media/${'b'.repeat(32)}/original.svg`, new Uint8Array([2]));
  const { problems, notes } = await told();
  expect(problems.sort()).toEqual(
    [
      `the file media/${gone}/original.svg (gone.svg) is missing`,
      `the file media/${damaged}/original.svg (damaged.svg) is damaged`,
      `the file media/${'b'.repeat(32)}/original.svg (odd.svg) is damaged`,
      `the file ${odd} (odd.svg) is in no list of the library`,
      `the library lists odd.svg (${'0'.repeat(32)}), which does not exist`,
    ].sort(),
  );
  expect(notes).toEqual([
    `media/${'a'.repeat(32)} is stored, but nothing knows it`,
    `no file has the bytes media/${'b'.repeat(32)} (odd.svg); the server makes one of them, or deletes them`,
    `a names the file ${purged}, which does not exist`,
    `a names the file ${purged} in public in es, which does not exist`,
  ]);
});
