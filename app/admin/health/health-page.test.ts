import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { Role } from '#core/accounts/user.ts';
import { describeFile } from '#core/files/describe-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { pageArgs } from '../../../test/helpers/app/route-args.ts';
import { createContentSite } from '../../../test/helpers/content/create-content-site.ts';
import { finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../../test/helpers/content/create-site-content.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { acceptPictures } from '../../../test/helpers/importing/accept-pictures.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { readHealth } from './read-health.ts';

const paragraph = (id: string, text: string, href?: string) => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text, ...(href && { marks: [{ type: 'link', attrs: { href } }] }) }],
});

const doc = (...content: ReturnType<typeof paragraph>[]) => ({ type: 'doc', content }) as RichText;

async function openBoard(role: Role = 'author', site: ReturnType<typeof createContentSite> = createContentSite()) {
  const user = { ...(person(role) as object), email: '', language: 'es', confirmed: true, createdAt: 0 };
  const account = partial<RequestAccount>({ current: async () => partial({ user }) });
  const services = { page: { config: site.config }, admin: { account, store: site.store } };
  const read = (query = '') => readHealth(pageArgs(`/admin/health${query}`, services));
  return { ...site, read };
}

test('each thing to do leads to its very place, the most urgent first', async () => {
  const { putItem, read } = await openBoard();
  const es = finishedLanguage('uno', { body: doc(paragraph('aaaaaaaa', 'Uno'), paragraph('bbbbbbbb', 'Dos')) });
  const stale = { source: 'block:aaaaaaaa', hash: 'old', text: 'Antes' };
  const en = finishedLanguage('one', {
    body: doc(paragraph('cccccccc', 'One'), paragraph('dddddddd', 'Link', 'item:quiet')),
    links: { 'block:cccccccc': stale },
  });
  await putItem('quiet', 'listing', { es: finishedLanguage('otro') });
  await putItem('a', 'notice', { es, en });
  const { rows, total } = await read();
  expect(total).toBe(2);
  expect(rows.map(({ id }) => id)).toEqual(['a', 'quiet']);
  const english = rows[0]?.languages.find(({ code }) => code === 'en');
  expect(english?.issues.map(({ kind, href }) => [kind, href])).toEqual([
    ['broken-links', '/admin/items/notice/a?language=en#block-dddddddd'],
    ['stale', expect.stringMatching(/^\/admin\/items\/notice\/a\?language=en#/)],
    ['missing', expect.stringMatching(/^\/admin\/items\/notice\/a\?language=en#/)],
    ['unpublished', '/admin/items/notice/a?language=en'],
  ]);
});

test('what pages leave out is named', async () => {
  const { putItem, read } = await openBoard();
  const es = finishedLanguage('uno', { unshown: ['field:steps', 'body', 'entry', 'field:gone'] });
  await putItem('a', 'notice', { es, en: finishedLanguage('one', { unshown: ['cover'] }) });
  await putItem('b', 'notice', { es: finishedLanguage('dos', { unshown: ['1', '2', '3', '4', '5', '6'] }) });
  const { rows } = await read('?kind=not-shown');
  const told = rows.flatMap(({ languages }) => languages.flatMap(({ issues }) => issues.map(({ text }) => text)));
  expect(told.toSorted()).toEqual([
    'El público no ve 6 partes, que no se pueden mostrar',
    'El público no ve «Pasos», «Texto», la entrada en las listas y «gone»: no se pueden mostrar',
    'El público no ve «Portada»: no se puede mostrar',
  ]);
});

test('the board is narrowed down by language, type and kind, and counts each kind', async () => {
  const { putItem, read } = await openBoard();
  for (const id of ['a', 'b']) await putItem(id, 'notice', { es: finishedLanguage(id) });
  await putItem('c', 'listing', { en: finishedLanguage('c') });
  const countOf = async (query: string, wanted: string) =>
    (await read(query)).counts.find(({ kind }) => kind === wanted)?.count;
  expect(await countOf('', 'language-missing')).toBe(3);
  expect(await countOf('?language=es', 'language-missing')).toBe(1);
  expect(await countOf('?type=notice', 'unpublished')).toBe(2);
  const { rows, clearHref } = await read('?kind=language-missing&language=en');
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  expect(rows[0]?.languages).toMatchObject([{ code: 'en', issues: [{ kind: 'language-missing' }] }]);
  expect(clearHref).toBe('/admin/health');
  expect((await read('?kind=nonsense&language=xx&type=none')).total).toBe(3);
});

test('who may not read drafts sees no board', async () => {
  const { read } = await openBoard('viewer');
  await expect(read()).rejects.toMatchObject({ init: { status: 403 } });
});

test('files whose texts are missing or out of date in a language lead to their list', async () => {
  const site = await openBoard();
  const dependencies = { ...site, files: createMemoryFileStore(), pictures: acceptPictures };
  const editor = person('editor');
  const contents = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const stored = await storeFile(dependencies, editor, { name: 'a.svg', contents });
  const id = stored.ok ? stored.file.id : '';
  const write = (language: string, alt: string) => describeFile(dependencies, editor, { id, language, texts: { alt } });
  expect((await site.read()).files).toEqual([]);
  await write('es', 'Uno');
  const work = (kind: string) => [{ kind, language: 'inglés', count: 1, href: `/admin/files?texts=${kind}.en` }];
  expect((await site.read()).files).toMatchObject(work('missing'));
  await write('en', 'One');
  await write('es', 'Dos');
  expect((await site.read('?language=en')).files).toMatchObject(work('stale'));
  for (const filter of ['?language=es', '?kind=missing', '?type=notice']) {
    expect((await site.read(filter)).files).toEqual([]);
  }
});

test('entries of menus that readers do not see are named, in the language where they do not', async () => {
  const site = createSiteContent();
  for (const [id, codes] of [
    ['a', ['es', 'en']],
    ['b', ['es']],
    ['c', []],
  ] as const) {
    const languages = { es: finishedLanguage(id, { title: `Uno ${id}` }), en: finishedLanguage(`${id}-en`) };
    await site.putItem(id, 'listing', languages);
    if (codes.length > 0) await publish(site, id, [...codes]);
  }
  const targets = ['item:a', 'item:b', 'item:c', 'listing:listing', 'listing:gone'];
  await site.write(SITE_NAVIGATION, { header: targets.map((target) => ({ target })) });
  await publish(site, SITE_NAVIGATION, ['es', 'en']);
  const { rows } = await openBoard('editor', site).then(({ read }) => read(`?type=${SITE_NAVIGATION}`));
  const told = rows.flatMap(({ languages }) =>
    languages.flatMap(({ code, issues }) =>
      issues.map(({ kind, text, href }) => [code, kind, text, href.split('#')[1]]),
    ),
  );
  const nowhere = 'Estas entradas no se ven: «Uno c» y «gone»';
  expect(told).toEqual([
    ['es', 'broken-links', nowhere, 'field-header'],
    ['en', 'broken-links', nowhere, 'field-header'],
    ['en', 'foreign-links', 'Esta entrada no se ve: «Uno b»', 'field-header'],
  ]);
});
