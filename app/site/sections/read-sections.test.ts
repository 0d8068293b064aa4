import { expect, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import { movePage } from '#core/items/move-page.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { createContentSite, testConfig, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../../test/helpers/content/publish.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import { readHome } from '../home/read-home.ts';
import { readPage } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';
import type { SectionData } from './read-sections.ts';

const block = (kind: string, values: object = {}, words: object = {}): RichTextNode => ({
  type: 'siteBlock',
  attrs: { kind, values, words },
});
const words = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** A site with three items of two types, one of which is a draft, and a contact page, whose home page has a text. */
async function openSite(...content: RichTextNode[]) {
  const site = createContentSite();
  const both = (slug: string, more: object = {}) => ({ es: testLanguage(slug, more), en: testLanguage(slug, more) });
  for (const [id, type] of [
    ['one', 'not-found'],
    ['two', 'not-found'],
    ['three', 'listing'],
    ['question', 'faqs'],
  ] as const) {
    site.clock.time += 1_000;
    await site.putItem(id, type, both(id), id === 'one' ? { tags: ['chest'] } : {});
    await publish(site, id, ['es', 'en']);
  }
  await site.putItem('secret', 'not-found', both('secret'));
  await site.putItem('contact', 'pages', both('contact'));
  await publish(site, 'contact', ['es', 'en']);
  await site.putItem('home', 'pages', both('home', { body: { type: 'doc', content } }));
  await publish(site, 'home', ['es', 'en']);
  return site;
}

function requestTo(site: Awaited<ReturnType<typeof openSite>>, locale: string) {
  const config = { ...testConfig, tags: { chest: { es: 'Tórax', en: 'Chest' } } };
  const services = { content: site.content, config, origin: 'https://a.example', icon: () => undefined };
  return partial<PageRequest>({
    ...{ services: services as never, locale, path: '/', query: new URLSearchParams() },
    t: createServerTranslator(locale),
  });
}

const home = (site: Awaited<ReturnType<typeof openSite>>, locale = 'en') => readHome(requestTo(site, locale));

/** What the sections of the home page show, and the words between them. */
async function sectionsOf(...content: RichTextNode[]) {
  const page = await home(await openSite(...content));
  return (page?.text.doc.content ?? []).map(
    ({ attrs, content: [text] = [] }) => (attrs?.section as SectionData) ?? text?.text,
  );
}
const titlesOf = (section: SectionData) => (section.kind === 'cards' ? section.cards.map(({ href }) => href) : []);

test('a home page without sections has those of every site around its text', async () => {
  const shown = await sectionsOf(words('Words'));
  expect(shown.map((one) => (typeof one === 'string' ? one : `${one.kind} ${one.heading}`))).toEqual([
    'hero Título home',
    'cards not-found',
    'Words',
    'cards listing',
    'action Título contact',
  ]);
  expect(shown[0]).toMatchObject({
    actions: [
      { label: 'See not-found', href: '/en/not-found-en' },
      { label: 'Contact and hours', href: '/en/contact' },
    ],
  });
});

test('a home page with a section is what its owner made', async () => {
  const shown = await sectionsOf(
    words('Before'),
    block('call-to-action', { firstLink: 'item:one' }, { firstLabel: 'Go' }),
    words('After'),
  );
  const action = { kind: 'action', heading: '', text: '', actions: [{ label: 'Go', href: '/en/not-found-en/one' }] };
  expect(shown).toEqual(['Before', action, 'After']);
});

test.each<[string, RichTextNode, object | undefined]>([
  [
    'a hero has the words of its page where it has none',
    block('hero', {}, { text: 'Ours' }),
    { heading: 'Título home', text: 'Ours' },
  ],
  [
    'the newest of a type, with a link to all',
    block('newest', { type: 'not-found', count: 1 }),
    { heading: 'not-found', cards: [{ href: '/en/not-found-en/two' }], more: { href: '/en/not-found-en' } },
  ],
  [
    'the newest of all types',
    block('newest', { count: 2 }, { heading: 'Read' }),
    { heading: 'Read', cards: [{ href: '/en/listing-en/three' }, { href: '/en/not-found-en/two' }] },
  ],
  [
    'the newest of a topic',
    block('newest', { topic: 'chest' }),
    { heading: 'Chest', cards: [{ href: '/en/not-found-en/one' }] },
  ],
  ['the newest of a topic that no item has', block('newest', { topic: 'brain' }), undefined],
  ['the newest of a type that is gone', block('newest', { type: 'gone' }), undefined],
  [
    'chosen items in their order, without those that are not public',
    block('chosen', { items: 'item:three item:secret item:one' }),
    { cards: [{ href: '/en/listing-en/three' }, { href: '/en/not-found-en/one' }] },
  ],
  ['chosen items of which none is public', block('chosen', { items: 'item:secret' }, { heading: 'x' }), undefined],
  ['questions', block('questions', { count: 1 }), { heading: 'Questions', questions: [{ slug: 'question' }] }],
  [
    'contact details',
    block('contact', { details: true }),
    { heading: 'Título contact', details: { openingHours: [] } },
  ],
  ['an empty call', block('call-to-action'), undefined],
])('a section shows %s', async (_, section, expected) => {
  const [shown] = await sectionsOf(section);
  if (expected === undefined) expect(shown).toBeUndefined();
  else expect(shown).toMatchObject(expected);
});

test('the ids of what is not public are on no page', async () => {
  const site = await openSite(
    block('chosen', { items: 'item:secret item:one' }),
    block('hero', { firstLink: 'item:secret' }, { firstLabel: 'Go' }),
  );
  expect(JSON.stringify(await home(site))).not.toContain('secret');
});

test('the pages below one stand where its text says, and nowhere else', async () => {
  const site = await openSite();
  const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };
  const body = { type: 'doc' as const, content: [words('Before'), block('child-pages')] };
  for (const [id, more] of [
    ['services', { body }],
    ['adults', {}],
    ['children', {}],
  ] as const) {
    await site.putItem(id, 'pages', { en: testLanguage(id, more) }, { sourceLanguage: 'en' });
    await publish(site, id, ['en']);
  }
  const sections = async () => {
    const page = await readPage(requestTo(site, 'en'), 'services');
    expect(page?.place?.below ?? []).toEqual([]);
    return page?.text.doc.content.flatMap(({ attrs }) => (attrs?.section as SectionData | undefined) ?? []);
  };
  expect(await sections()).toEqual([]);
  for (const id of ['adults', 'children']) await movePage(site, eva, { id, parent: 'services' });
  expect((await sections())?.map(titlesOf)).toEqual([['/en/services/adults', '/en/services/children']]);
});

test('each language has its own sections', async () => {
  const site = await openSite(words('Words'));
  await site.editItem('home', (item) => ({
    ...item,
    languages: {
      ...item.languages,
      es: { ...item.languages.es, body: { type: 'doc', content: [block('chosen', { items: 'item:one' })] } } as never,
    },
  }));
  await publish(site, 'home', ['es']);
  const kinds = async (locale: string) =>
    (await home(site, locale))?.text.doc.content.map(({ attrs }) => (attrs?.section as SectionData | undefined)?.kind);
  expect(await kinds('es')).toEqual(['cards']);
  expect(await kinds('en')).toEqual(['hero', 'cards', undefined, 'cards', 'action']);
});

test('an item that is taken off the site leaves the cards, which keep their order', async () => {
  const site = await openSite(block('chosen', { items: 'item:two item:three item:one' }));
  const shown = async () => titlesOf((await home(site))?.text.doc.content[0]?.attrs?.section as SectionData);
  expect(await shown()).toEqual(['/en/not-found-en/two', '/en/listing-en/three', '/en/not-found-en/one']);
  await unpublish(site, 'three', ['en']);
  expect(await shown()).toEqual(['/en/not-found-en/two', '/en/not-found-en/one']);
});
