import { describe, expect, test } from 'vitest';
import { testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import type { SiteBlock } from '../site-blocks/site-block.ts';
import { placeOfCheck } from './check-sentences.ts';
import { CHECK_ERRORS, CHECK_WARNINGS, type Check, type CheckContext, publishChecks } from './publish-checks.ts';

const MEDIA = 'a'.repeat(32);

const context: CheckContext = {
  judge: (_, id) => (id === 'gone' || id === 'hidden' || id === 'elsewhere' ? id : 'here'),
  isDeadAddress: (href) => href.endsWith('/nada'),
  lacksHeading: (_, href) => href.endsWith('#nada'),
  isGoneTopic: () => false,
  slugHolder: () => undefined,
  formerHolder: () => undefined,
  hasAlt: () => false,
  hasMedia: (id) => id === MEDIA,
  hasFile: (id) => id === MEDIA,
};

const finished = (rest: Partial<ItemLanguage> = {}) =>
  testLanguage('uno', { summary: 'Resumen', seo: { description: 'Para buscadores' }, ...rest });

const itemOf = (rest: Partial<ItemLanguage> = {}, item: Partial<Item> = {}): Item => ({
  id: 'a',
  type: 'notice',
  sourceLanguage: 'es',
  tags: [],
  fields: {},
  languages: { es: finished(rest) },
  ...item,
});

const check = (item: Item, language = 'es', rest: Partial<CheckContext> = {}) =>
  publishChecks(testConfig, item, language, { ...context, ...rest });

const told = (checks: Check[]) => checks.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));

const text = (value: string, ...hrefs: string[]): RichTextNode => ({
  type: 'text',
  text: value,
  ...(hrefs.length > 0 && { marks: hrefs.map((href) => ({ type: 'link', attrs: { href } })) }),
});
const block = (type: string, id: string, attrs: object = {}, content: RichTextNode[] = []): RichTextNode => ({
  type,
  attrs: { id, ...attrs },
  ...(content.length > 0 && { content }),
});
const body = (...content: RichTextNode[]) => ({ body: { type: 'doc' as const, content } });

test('nothing is said of an item that is finished', () => {
  expect(check(itemOf())).toEqual([]);
});

test('nothing is said of what fields hold that the type does not have, or not for this item', () => {
  const item = itemOf({ fields: { steps: ['Uno'], none: 1 } }, { fields: { minutes: 5, none: 1, steps: ['Uno'] } });
  expect(check(item)).toEqual([]);
});

test('empty linked blocks give a warning at their own place, and are not checked as part of the text', () => {
  const es = finished(body(block('heading', 'h', { level: 2 }, [text('Antes')]), block('heading', 'i', { level: 3 })));
  const link = { source: 'block:h', hash: '', text: '' };
  const waiting = block('heading', 'w', { level: 4 });
  const en = finished({ ...body(waiting), links: { 'block:w': link } });
  const item = itemOf({}, { languages: { es, en } });
  const checks = check(item, 'en');
  expect(checks).toContainEqual(expect.objectContaining({ code: 'translation-missing', unit: 'block:w' }));
  expect(checks.every(({ severity }) => severity === 'warning')).toBe(true);
});

test('a language that the item lacks cannot be public', () => {
  expect(check(itemOf(), 'en')).toEqual([{ severity: 'error', code: 'language-missing', language: 'en' }]);
});

test.each<[string, Partial<ItemLanguage>, string]>([
  ['no title', { title: ' ' }, 'title-missing title'],
  ['a title of which nothing is to be seen', { title: '\u200b' }, 'title-missing title'],
  ['a long title', { title: 'x'.repeat(201) }, 'title-too-long title'],
  ['no slug', { slug: '' }, 'slug-missing slug'],
  ['what is no slug', { slug: 'Uno dos' }, 'slug-invalid slug'],
  ['a long summary', { summary: 'x'.repeat(501) }, 'summary-too-long summary'],
  ['a long title for search engines', { seo: { title: 'x'.repeat(201) } }, 'seo-too-long seo.title'],
  ['a field that does not fit', { fields: { steps: [1] } }, 'field-invalid field:steps'],
  ['a body that is too long', body(block('paragraph', 'b', {}, [text('á'.repeat(100_001))])), 'body-too-long body'],
  [
    'a body of very many blocks',
    body(...Array.from({ length: 20_000 }, (_, at) => block('paragraph', `b${at}`))),
    'body-too-complex body',
  ],
  ['a node that there is not', body(block('marquee', 'b')), 'body-invalid body'],
])('%s is an error, at its place', (_, rest, expected) => {
  const checks = check(itemOf(rest));
  expect(told(checks)).toEqual([expected]);
  expect(checks[0]?.severity).toBe('error');
});

test('what languages share is checked for each of them', () => {
  const item = itemOf(
    {},
    { tags: ['Not a tag'], fields: { minutes: 0 }, cover: { media: 'b'.repeat(32) }, author: 'x'.repeat(121) },
  );
  expect(told(check(item))).toEqual([
    'field-invalid field:minutes',
    'tags-invalid tags',
    'author-too-long author',
    'cover-missing cover',
    'cover-without-alt cover.alt',
  ]);
});

test('a byline of a language is never asked for, and its length is told where it stands', () => {
  const languages = { es: finished({ author: 'Dra. Ana Ruiz, fisioterapeuta' }), en: finished({ links: {} }) };
  const item = itemOf({}, { author: 'Ana Ruiz', languages });
  const [spanish, english] = [check(item), check(item, 'en')];
  expect(spanish).toEqual([]);
  expect(JSON.stringify(english)).not.toContain('author');
  const long = { ...item, languages: { ...languages, es: finished({ author: 'x'.repeat(121) }) } };
  expect(check(long)).toEqual([
    { severity: 'error', code: 'author-too-long', language: 'es', field: 'author.own', limit: 120 },
  ]);
  expect(placeOfCheck(testConfig, long, check(long)[0] as Check)).toEqual(['languages', 'es', 'author']);
});

test('what the cover shows is asked of each language while there is a cover', () => {
  const cover = { media: 'a'.repeat(32) };
  const languages = {
    es: finished({ coverAlt: 'Una placa' }),
    en: finished({ coverAlt: 'x'.repeat(1_001), links: {} }),
  };
  const item = itemOf({}, { cover, languages });
  expect(check(item)).toEqual([]);
  expect(check(item, 'en')).toContainEqual(
    expect.objectContaining({ severity: 'error', code: 'cover-alt-too-long', field: 'cover.alt', limit: 1_000 }),
  );
  const { coverAlt: _, ...silent } = languages.en;
  const untranslated = check({ ...item, languages: { ...languages, en: silent } }, 'en');
  expect(untranslated).toContainEqual(expect.objectContaining({ code: 'cover-without-alt', field: 'cover.alt' }));
  expect(untranslated).toContainEqual(expect.objectContaining({ code: 'translation-missing', unit: 'cover.alt' }));
  const { cover: _cover, ...bare } = item;
  expect(JSON.stringify(check(bare, 'en'))).not.toContain('cover');
});

test('a required field that is empty is told as such, once', () => {
  const steps = { key: 'steps', kind: 'list', of: 'text', localized: true, required: true, labels: {} } as const;
  const contentTypes = testConfig.contentTypes.map((type) =>
    type.key === 'notice' ? { ...type, fields: [steps] } : type,
  );
  for (const fields of [{}, { steps: [] }]) {
    expect(told(publishChecks({ ...testConfig, contentTypes }, itemOf({ fields }), 'es', context))).toEqual([
      'field-required field:steps',
    ]);
  }
});

test('the slug of another item, of the site itself or of a fixed page is refused; that another item had is asked about', () => {
  const holder = { itemId: 'b', title: 'El b' };
  expect(check(itemOf(), 'es', { slugHolder: () => holder })).toMatchObject([
    { code: 'slug-taken', target: 'b', targetTitle: 'El b' },
  ]);
  expect(check(itemOf(), 'es', { slugHolder: () => holder, formerHolder: () => 'c' })).toHaveLength(1);
  expect(check(itemOf(), 'es', { formerHolder: () => 'c' })).toEqual([
    { severity: 'warning', code: 'slug-former', language: 'es', field: 'slug', target: 'c' },
  ]);
  const page = (id: string, slug: string) => itemOf({ slug }, { id, type: 'pages' });
  expect(told(check(page('x', 'notice-es')))).toEqual(['slug-reserved slug']);
  expect(told(check(page('about', 'nosotros')))).toEqual(['slug-fixed slug']);
  expect(check(page('about', 'about'))).toEqual([]);
});

describe('a rich text', () => {
  test('has headings that skip no level', () => {
    const levels = (...of: number[]) =>
      itemOf(body(...of.map((level, index) => block('heading', `h${index}`, { level }, [text('x')]))));
    expect(check(levels(2, 3, 4, 2, 3))).toEqual([]);
    expect(check(levels(2, 4, 3))).toMatchObject([{ code: 'heading-skips', field: 'body', block: 'h1' }]);
    expect(check(levels(3))).toMatchObject([{ code: 'heading-skips', block: 'h0' }]);
  });

  test('says what its pictures show, or that they only adorn, and has their files', () => {
    const image = (attrs: object) => itemOf(body(block('image', 'i', attrs)));
    expect(check(image({ media: MEDIA, alt: 'Una máquina' }))).toEqual([]);
    expect(check(image({ media: MEDIA, alt: '' }))).toEqual([]);
    expect(check(image({ media: MEDIA, alt: null }))).toMatchObject([{ code: 'image-without-alt', block: 'i' }]);
    expect(check(image({ media: 'b'.repeat(32), alt: 'x' }))).toMatchObject([{ code: 'image-missing', block: 'i' }]);
    const nested = block('blockquote', 'q', {}, [{ type: 'image', attrs: { media: MEDIA } }]);
    expect(check(itemOf(body(nested)))).toMatchObject([{ code: 'image-without-alt', block: 'q' }]);
  });

  test('has blocks of the site that are complete, and warns of those that the site no longer has', () => {
    const labels = { es: 'x', en: 'x' };
    const video: SiteBlock = {
      key: 'video',
      labels,
      icon: 'lucide:video',
      fields: [{ key: 'url', kind: 'url', labels, required: true }],
    };
    const config = { ...testConfig, blocks: [video] };
    const checkBlock = (attrs: object) =>
      publishChecks(config, itemOf(body(block('siteBlock', 'v', attrs))), 'es', context);
    expect(checkBlock({ kind: 'video', values: { url: 'https://example.org/' } })).toEqual([]);
    expect(checkBlock({ kind: 'video' })).toMatchObject([{ code: 'block-incomplete', block: 'v', severity: 'error' }]);
    expect(checkBlock({ kind: 'video', values: { url: 'ftp://x' } })).toMatchObject([{ code: 'block-incomplete' }]);
    expect(checkBlock({ kind: 'map' })).toMatchObject([
      { code: 'block-unknown', block: 'v', kind: 'map', severity: 'warning' },
    ]);
  });

  test('has what blocks of the site name, and sections only where readers see them', () => {
    const checkIn = (type: string, ...content: RichTextNode[]) =>
      publishChecks(testConfig, { ...itemOf(body(...content)), type }, 'es', context).filter(
        ({ code }) => code !== 'field-invalid',
      );
    const section = (values: object) => block('siteBlock', 'v', { kind: 'hero', values });
    expect(checkIn('pages', section({ picture: MEDIA, firstLink: 'item:here' }))).toEqual([]);
    expect(checkIn('pages', section({ picture: 'b'.repeat(32) }))).toMatchObject([
      { code: 'image-missing', block: 'v' },
    ]);
    expect(checkIn('pages', section({ firstLink: 'item:gone' }))).toMatchObject([
      { code: 'link-broken', target: 'gone' },
    ]);
    expect(checkIn('pages', block('blockquote', 'q', {}, [section({})]))).toMatchObject([{ code: 'block-misplaced' }]);
    expect(checkIn('not-found', section({}))).toMatchObject([{ code: 'block-misplaced', severity: 'warning' }]);
  });

  test('has links that lead somewhere, warns of those to what is not public, or only in the other language', () => {
    const linking = (href: string) => itemOf(body(block('paragraph', 'p', {}, [text('x', href)])));
    expect(check(linking('item:here'))).toEqual([]);
    expect(check(linking('item:a#part'))).toEqual([]);
    expect(check(linking('/estudios/x'))).toEqual([]);
    expect(check(linking('item:b#nada'))).toMatchObject([
      { severity: 'warning', code: 'heading-missing', target: 'b', fragment: 'nada', block: 'p' },
    ]);
    expect(check(linking('#nada'))).toMatchObject([{ severity: 'warning', code: 'heading-missing', target: '#nada' }]);
    expect(check(linking('item:gone'))).toMatchObject([
      { severity: 'error', code: 'link-broken', target: 'gone', block: 'p' },
    ]);
    expect(check(linking('item:hidden'))).toMatchObject([
      { severity: 'warning', code: 'link-unpublished', target: 'hidden', block: 'p' },
    ]);
    expect(check(linking('item:elsewhere'))).toMatchObject([{ severity: 'warning', code: 'link-other-language' }]);
    expect(check(linking('/en/studies'))).toMatchObject([{ severity: 'warning', code: 'address-other-language' }]);
    expect(check(linking('http://example.org/'))).toMatchObject([
      { severity: 'warning', code: 'link-unencrypted', target: 'http://example.org/' },
    ]);
    for (const href of ['/estudios/nada', '/en/nada']) {
      expect(check(linking(href))).toMatchObject([{ severity: 'warning', code: 'address-missing', target: href }]);
    }
    expect(told(check(linking('javascript:alert(1)')))).toEqual(['link-invalid body']);
  });
});

test('a translation warns of what it lacks, and of what the source or the order changed since', () => {
  const es = finished(body(block('paragraph', 'p1', {}, [text('Uno')]), block('paragraph', 'p2', {}, [text('Dos')])));
  const en = finished({
    ...body(block('paragraph', 't1', {}, [text('One')])),
    links: { title: { source: 'title', hash: 'then', text: 'Antes' } },
  });
  const item = itemOf({}, { languages: { es, en } });
  expect(check(item, 'es')).toEqual([]);
  const checks = check(item, 'en');
  expect(checks.every(({ severity }) => severity === 'warning')).toBe(true);
  expect(checks).toContainEqual({
    severity: 'warning',
    code: 'translation-stale',
    language: 'en',
    unit: 'title',
  });
  expect(checks).toContainEqual({
    severity: 'warning',
    code: 'translation-missing',
    language: 'en',
    unit: 'block:p2',
  });
});

test('lists and search engines want a summary; a question has none', () => {
  const bare = { summary: '', seo: {} };
  expect(told(check(itemOf(bare)))).toEqual(['summary-missing summary', 'seo-description-missing seo.description']);
  expect(told(check(itemOf(bare, { type: 'pages', id: 'x' })))).toEqual(['seo-description-missing seo.description']);
  expect(check(itemOf(bare, { type: 'faqs' }))).toEqual([]);
});

test('no code is both an error and a warning', () => {
  expect(new Set([...CHECK_ERRORS, ...CHECK_WARNINGS]).size).toBe(CHECK_ERRORS.length + CHECK_WARNINGS.length);
});
