import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import type { Review } from '#core/content/item.ts';
import { describeFile } from '#core/files/describe-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import site from '#site-config';
import { createContentSite } from '../../../test/helpers/content/create-content-site.ts';
import { finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { acceptPictures } from '../../../test/helpers/importing/accept-pictures.ts';
import { readWork } from './read-work.ts';

const request = { config: site, locale: 'es', pathTo: (path: string) => path };

async function openSite() {
  const content = createContentSite();
  const es = finishedLanguage('uno');
  const by = (id: string) => ({ id, name: id });
  await content.putItem('mine', 'news', { es }, { authorId: 'author', editedBy: by('author'), editedAt: 30 });
  await content.putItem('older', 'articles', { es }, { authorId: 'eva', editedBy: by('author'), editedAt: 20 });
  await content.putItem('theirs', 'news', { es }, { authorId: 'eva', editedBy: by('eva'), editedAt: 40 });
  return content.store;
}

test('whoever writes finds the items that they changed last, latest first', async () => {
  const work = await readWork(await openSite(), person('author'), request);
  expect(work?.own.map(({ id, href }) => [id, href])).toEqual([
    ['mine', '/admin/items/news/mine'],
    ['older', '/admin/items/articles/older'],
  ]);
});

test('what waits for an author are their own items, for a translator their language, for an editor the site', async () => {
  const store = await openSite();
  const author = await readWork(store, person('author'), request);
  expect(author?.items.map(({ id }) => id)).toEqual(['mine']);
  expect(author?.kinds).toEqual([]);
  const translator = await readWork(store, person('translator'), request);
  expect(translator?.kinds).toEqual([
    {
      id: 'language-missing en',
      label: 'Falta un idioma: inglés',
      count: 3,
      href: '/admin/health?language=en&kind=language-missing',
    },
  ]);
  const editor = await readWork(store, person('editor'), request);
  expect(editor?.kinds.map(({ id, count }) => [id.trim(), count])).toEqual([
    ['language-missing', 3],
    ['unpublished', 3],
  ]);
  expect(editor?.total?.text).toBe('3 contenidos con pendientes');
});

test('files whose texts are missing or out of date wait for editors, and for translators of the language', async () => {
  const store = await openSite();
  const dependencies = { store, config: site, files: createMemoryFileStore(), pictures: acceptPictures };
  const contents = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const stored = await storeFile(dependencies, person('editor'), { name: 'a.svg', contents });
  const id = stored.ok ? stored.file.id : '';
  const say = (language: string, title: string, actor = person('editor')) =>
    describeFile(dependencies, actor, { id, language, texts: { title } });
  const waiting = async (role: Parameters<typeof person>[0]) =>
    (await readWork(store, person(role), request))?.kinds.filter((kind) => kind.id.startsWith('files'));
  await say('es', 'Rodilla');
  const href = (kind: string) => `/admin/files?texts=${kind}.en`;
  const missing = { id: 'files missing.en', label: 'Archivos con textos por traducir: inglés', count: 1 };
  for (const role of ['editor', 'translator'] as const) {
    expect(await waiting(role)).toEqual([{ ...missing, href: href('missing') }]);
  }
  expect(await waiting('author')).toEqual([]);
  await say('en', 'Knee', person('translator'));
  expect(await waiting('translator')).toEqual([]);
  await say('es', 'La rodilla');
  expect(await waiting('translator')).toMatchObject([{ id: 'files stale.en', count: 1, href: href('stale') }]);
});

test('a review that was asked for waits for editors, and one that was sent back for whoever writes', async () => {
  const content = createContentSite();
  const review = { askedAt: 1, askedBy: { id: 'author', name: 'Ana' } };
  const sentBack = { at: 2, by: { id: 'eva', name: 'Eva' }, note: 'No' };
  const es = finishedLanguage('uno', { review });
  const en = finishedLanguage('one', { review: { ...review, sentBack } });
  await content.putItem('asked', 'news', { es, en: finishedLanguage('a', { review }) }, { authorId: 'author' });
  await content.putItem('answered', 'news', { es, en }, { authorId: 'author' });
  const author = await readWork(content.store, person('author'), request);
  expect(author?.items.map(({ about }) => about)).toEqual(['No está publicado']);
  expect(author?.reviews.map(({ id, href, note }) => [id, href, note])).toEqual([
    ['answered en', '/admin/items/news/answered?language=en', 'No'],
    ['asked es', '/admin/items/news/asked?language=es', undefined],
    ['asked en', '/admin/items/news/asked?language=en', undefined],
    ['answered es', '/admin/items/news/answered?language=es', undefined],
  ]);
  const ids = async (role: 'editor' | 'translator') =>
    (await readWork(content.store, person(role), request))?.kinds.map(({ id }) => id.trim());
  expect(await ids('editor')).toContain('review-asked');
  expect(await ids('editor')).not.toContain('sent-back');
  expect(await ids('translator')).toContain('sent-back en');
  expect(await ids('translator')).not.toContain('review-asked en');
});

test('whoever publishes finds first what they were asked for by name, and everybody what they asked for themselves', async () => {
  const content = createContentSite();
  const by = (id: string) => ({ id, name: id });
  const put = (id: string, review: Review) =>
    content.putItem(id, 'news', { es: finishedLanguage(id, { review }) }, { authorId: 'author' });
  await put('for-all', { askedAt: 1, askedBy: by('author'), note: '¿Bien?' });
  await put('for-eva', { askedAt: 2, askedBy: by('author'), reviewer: by('editor') });
  await put('for-another', { askedAt: 3, askedBy: by('author'), reviewer: by('gone') });
  const back = { at: 2, by: by('gone'), note: 'No' };
  await put('back', { askedAt: 1, askedBy: by('deleted'), reviewer: by('editor'), sentBack: back });
  const told = async (role: 'editor' | 'author' | 'translator', id?: string) =>
    (await readWork(content.store, person(role, id), request))?.reviews.map(({ id: item, about }) => [item, about]);
  expect(await told('editor')).toEqual([
    ['for-eva es', 'author le pide el visto bueno en español'],
    ['for-another es', 'author pide el visto bueno en español a gone'],
    ['for-all es', 'author pide el visto bueno en español'],
  ]);
  expect(await told('author')).toEqual([
    ['for-another es', 'Usted pidió el visto bueno en español a gone'],
    ['for-eva es', 'Usted pidió el visto bueno en español a editor'],
    ['for-all es', 'Usted pidió el visto bueno en español'],
  ]);
  expect(await told('translator')).toEqual([]);
  expect(await told('translator', 'deleted')).toEqual([['back es', 'gone se lo devolvió en español']]);
  expect(await told('author', 'editor'), 'whoever was asked and may publish no more').toEqual([]);
});

test('a viewer has no work', async () => {
  expect(await readWork(await openSite(), person('viewer'), request)).toBeUndefined();
});
