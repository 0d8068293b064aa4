import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { fileCards } from '#core/files/file-card.ts';
import { files } from '#core/files/site-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { purgeItem, trashItem } from '#core/items/trash-item.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startFileKeeper } from './file-keeper.ts';

const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);
const eva = person('editor', 'eva');

function createSite() {
  const site = createItemSite();
  const dependencies = { ...site.dependencies, files: createMemoryFileStore(), pictures: acceptPictures };
  return { ...site, dependencies };
}

function startKeeper({ store, config }: ReturnType<typeof createSite>) {
  const keeper = startFileKeeper({ store, config, log: createFakeLog() });
  onTestFinished(() => keeper.stop());
  return keeper;
}

const showing = (id: string) => ({
  body: { type: 'doc' as const, content: [{ type: 'image', attrs: { media: id, alt: 'x', id: 'b1' } }] } as never,
});

test('what was uploaded before there were files is in the library after a start, used or not', async () => {
  const site = createSite();
  const stored = [];
  for (const name of ['a', 'b']) stored.push(await storeMedia(site.dependencies, `${name}.svg`, drawing(name)));
  const [used = '', unused = ''] = stored.map((each) => (each.ok ? each.media.id : ''));
  await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(used)) });
  await startKeeper(site).idle();
  expect((await getDocument(site.store, files.at(used)))?.data).toMatchObject({ current: { name: 'a.svg' } });
  expect((await getDocument(site.store, fileCards.at(used)))?.data.isUsed).toBe(true);
  expect((await getDocument(site.store, fileCards.at(unused)))?.data.isUsed).toBe(false);
});

test('a file is used from the first text that shows it until the last one is gone for good', async () => {
  const site = createSite();
  const stored = await storeFile(site.dependencies, eva, { name: 'a.svg', contents: drawing('a') });
  const id = stored.ok ? stored.file.id : '';
  await startKeeper(site).idle();
  const expectUsed = (isUsed: boolean) =>
    eventually(async () => expect((await getDocument(site.store, fileCards.at(id)))?.data.isUsed).toBe(isUsed));
  await expectUsed(false);
  await site.putItem('a', 'notice', { es: finishedLanguage('a', showing(id)) });
  await expectUsed(true);
  await publish(site, 'a', ['es']);
  await site.editItem('a', (item) => ({
    ...item,
    languages: { es: { ...item.languages.es, body: { type: 'doc', content: [] } } } as never,
  }));
  await expectUsed(true);
  await trashItem(site.dependencies, eva, { id: 'a' });
  await expectUsed(false);
  await site.putItem('b', 'notice', { es: finishedLanguage('b', showing(id)) });
  await expectUsed(true);
  await trashItem(site.dependencies, eva, { id: 'b' });
  await purgeItem(site.dependencies, eva, { id: 'b' });
  await expectUsed(false);
});
