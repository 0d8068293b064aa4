import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { importedAddresses } from '../content/collections.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { trashItem } from '../items/trash-item.ts';
import { checkItem } from './check-item.ts';
import { publishItem, unpublishItem } from './publish-item.ts';

const eva = person('editor', 'eva');
const both = { acceptWarnings: true };

const linkingTo = (href: string) => ({
  body: {
    type: 'doc' as const,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  },
});
const linking = (id: string) => linkingTo(`item:${id}`);

test('two items that link to each other are published one after the other, the first after a warning', async () => {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
  await site.putItem('b', 'notice', { es: finishedLanguage('dos', linking('a')) });
  const target = { id: 'a', languages: ['es'] };
  const one = await publishItem(site.dependencies, eva, target);
  expect(one).toMatchObject({ ok: false, checks: [{ severity: 'warning', code: 'link-unpublished', target: 'b' }] });
  expect(await publishItem(site.dependencies, eva, target, both)).toMatchObject({ ok: true });
  expect(await publishItem(site.dependencies, eva, { ...target, id: 'b' })).toMatchObject({ ok: true });
  expect((await site.card('b'))?.health).toMatchObject({ brokenLinks: 0, foreignLinks: 0 });
});

test('distinguishes links to unpublished items, to items public in another language, and to deleted ones', async () => {
  const site = createItemSite();
  const target = (id: string, ...languages: string[]) => ({ id, languages });
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', linking('b')) });
  await site.putItem('b', 'notice', { es: finishedLanguage('dos'), en: finishedLanguage('two') });
  const said = async () => (await checkItem(site.dependencies, eva, target('a', 'es')))?.map(({ code }) => code);
  expect(await said()).toEqual(['link-unpublished']);
  await publishItem(site.dependencies, eva, target('b', 'en'), both);
  expect(await said()).toEqual(['link-other-language']);
  await publishItem(site.dependencies, eva, target('b', 'es'), both);
  expect(await said()).toEqual([]);
  await unpublishItem(site.dependencies, eva, target('b', 'es', 'en'));
  expect(await said()).toEqual(['link-unpublished']);
  await trashItem(site.dependencies, eva, { id: 'b' });
  expect(await said()).toEqual(['link-broken']);
  expect(await publishItem(site.dependencies, eva, target('a', 'es'), both)).toMatchObject({ reason: 'checks' });
});

test('accepts links to paths of the site that exist, existed, or become public with the item', async () => {
  const site = createItemSite();
  await site.putItem('b', 'not-found', { es: finishedLanguage('b-antes') });
  await publishItem(site.dependencies, eva, { id: 'b', languages: ['es'] });
  await site.editItem('b', (item) => ({ ...item, languages: { es: finishedLanguage('b') } }));
  await publishItem(site.dependencies, eva, { id: 'b', languages: ['es'] });
  await site.putItem('c', 'not-found', { es: finishedLanguage('c') });
  const size = { bytes: 1, width: 1, height: 1 };
  const picture = { id: 'a'.repeat(32), name: 'x.png', contentType: 'image/png', ...size };
  await site.store.commit([{ kind: 'set', path: `media/${'a'.repeat(32)}`, data: picture }]);
  const old = { itemId: 'b', language: 'es', path: '/2019/05/b' };
  await site.store.commit([setDocument(importedAddresses.at(old.path), old)]);
  const dead = async (href: string) => {
    await site.putItem('a', 'not-found', { es: finishedLanguage('uno', linkingTo(href)) });
    const checks = await checkItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    return checks?.map(({ code }) => code);
  };
  const alive = ['/not-found-es/b', '/not-found-es/b-antes', '/not-found-es', `/media/${'a'.repeat(32)}/x`];
  for (const href of [...alive, '/2019/05/B/']) {
    expect(await dead(href), href).toEqual([]);
  }
  for (const href of ['/not-found-es/c', '/en/not-found-en/b', '/equipo', `/media/${'b'.repeat(32)}/x`, '/en/x/y']) {
    expect(await dead(href), href).toEqual(['address-missing']);
  }
  expect(await dead('/not-found-es/uno')).toEqual([]);
});

const heading = (id: string, text: string) => ({
  type: 'heading',
  attrs: { id, level: 2 },
  content: [{ type: 'text', text }],
});

function withHeadings(hrefs: string[], ...headings: [id: string, text: string][]) {
  const links = hrefs.flatMap((href) => linkingTo(href).body.content);
  return { body: { type: 'doc' as const, content: [...links, ...headings.map(([id, text]) => heading(id, text))] } };
}

describe('a link to a heading', () => {
  async function setUp() {
    const site = createItemSite();
    const put = (id: string, type: string, ...about: Parameters<typeof withHeadings>) =>
      site.putItem(id, type, { es: finishedLanguage(id, withHeadings(...about)) });
    const target = (id: string) => ({ id, languages: ['es'] });
    const publish = (id: string) => publishItem(site.dependencies, eva, target(id), both);
    const warnings = async (id: string) =>
      (await checkItem(site.dependencies, eva, target(id)))?.map(({ code, severity, target: to, fragment }) => {
        expect([code, severity]).toEqual(['heading-missing', 'warning']);
        return fragment === undefined ? to : `${to} ${fragment}`;
      });
    await put('b', 'not-found', [], ['u', 'Más datos'], ['d', 'Dos']);
    await publish('b');
    return { ...site, put, publish, warnings };
  }

  test.each([
    ['#uno', []],
    ['#UNO', []],
    ['#m%C3%A1s-cosas', []],
    ['#más-cosas', []],
    ['#mas-cosas-2', ['#mas-cosas-2']],
    ['#nada', ['#nada']],
    ['#', []],
    ['#top', []],
    ['#field-steps', []],
    ['item:a#uno', []],
    ['item:a#nada', ['a nada']],
    ['item:b#mas-datos', []],
    ['item:b#Más-Datos', []],
    ['item:b#nada', ['b nada']],
    ['item:b', []],
    ['/not-found-es/b#dos', []],
    ['/not-found-es/b#tres', ['/not-found-es/b#tres']],
    ['/not-found-es/a#uno', []],
    ['https://example.org/#nada', []],
  ])('%j is warned of if no heading is called so: %j', async (href, expected) => {
    const { putItem, warnings } = await setUp();
    const content = finishedLanguage('a', withHeadings([href], ['h', 'Uno'], ['i', 'Más cosas']));
    await putItem('a', 'not-found', { es: { ...content, fields: { steps: ['x'] } } });
    expect(await warnings('a')).toEqual(expected);
  });

  test('leads on when the words of the heading change, in this item and in others, also after it was hidden', async () => {
    const { put, publish, warnings, content, dependencies, editItem } = await setUp();
    const change = (id: string, ...about: Parameters<typeof withHeadings>) =>
      editItem(id, ({ languages: { es }, ...item }) => ({
        ...item,
        languages: { es: { ...(es ?? finishedLanguage(id)), ...withHeadings(...about) } },
      }));
    await put('a', 'not-found', ['item:b#mas-datos', '#uno'], ['h', 'Uno']);
    expect(await warnings('a')).toEqual([]);
    await publish('a');
    await change('b', [], ['u', 'Otros datos'], ['d', 'Dos']);
    await unpublishItem(dependencies, eva, { id: 'b', languages: ['es'] });
    await publish('b');
    expect(await content.resolve('es', 'not-found', 'b')).toMatchObject({
      publication: { formerAnchors: [{ anchor: 'mas-datos', block: 'u' }] },
    });
    await change('a', ['item:b#mas-datos', '#uno'], ['h', 'Primero']);
    expect(await warnings('a')).toEqual([]);
    await change('b', [], ['d', 'Dos']);
    await publish('b');
    expect(await warnings('a')).toEqual(['b mas-datos']);
  });
});
