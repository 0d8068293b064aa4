import { expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { linkTargets, type RichTextNode, shownIn } from '../rich-text/rich-text.ts';
import { readSiteBlock } from './read-site-block.ts';
import type { SiteBlock } from './site-block.ts';
import { directiveReader, newSiteBlockProblems, siteBlockProblems, withFormerBlocks } from './site-block-problems.ts';

const labels = { es: 'x', en: 'x' };
const video: SiteBlock = {
  key: 'video',
  labels,
  icon: 'lucide:video',
  fields: [
    { key: 'url', kind: 'url', labels, required: true, hosts: ['video.example.org'] },
    { key: 'title', kind: 'text', localized: true, labels, maxLength: 20 },
    { key: 'start', kind: 'number', labels, minimum: 0 },
    { key: 'loops', kind: 'boolean', labels },
    { key: 'recorded', kind: 'date', labels },
    { key: 'size', kind: 'choice', choices: [{ value: 'wide', labels }], labels },
  ],
};
const url = 'https://video.example.org/1';
const block = (values: object, words: object = {}, kind = 'video'): RichTextNode => ({
  type: 'siteBlock',
  attrs: { kind, values, words },
});
const messages = (node: RichTextNode) => siteBlockProblems([video], node).map(({ message }) => message);
const parse = (markdown: string, tellsProblems = true) =>
  parseMarkdown(markdown, { readDirective: directiveReader([video], tellsProblems) });

test('a block with the values of its fields is right', () => {
  const node = block({ url, start: 3, loops: true, recorded: '2030-01-31', size: 'wide' }, { title: 'One' });
  expect(messages(node)).toEqual([]);
  expect(readSiteBlock(video, node).contents).toEqual({
    url,
    start: 3,
    loops: true,
    recorded: '2030-01-31',
    size: 'wide',
    title: 'One',
  });
});

test.each<[string, object, object, string]>([
  [
    'a required value is missing',
    {},
    {},
    'a block "video" needs url: an address that begins with https:// and leads to video.example.org',
  ],
  ['an address has another protocol', { url: 'javascript:alert(1)' }, {}, 'url must be an address that begins'],
  ['an address is not finished', { url: 'h' }, {}, 'url must be an address that begins'],
  ['an address leads elsewhere', { url: 'https://example.org/' }, {}, 'leads to video.example.org'],
  ['a number is too small', { url, start: -1 }, {}, 'start must be a number from 0'],
  ['a choice does not exist', { url, size: 'x' }, {}, 'size must be one of wide'],
  [
    'a text is too long',
    { url },
    { title: 'x'.repeat(21) },
    'title must be a text on one line of at most 20 characters',
  ],
  ['a text has two lines', { url }, { title: 'a\nb' }, 'title must be a text on one line'],
  ['a field does not exist', { url, x: 1 }, {}, 'a block "video" has no field "x"'],
])('it is told that %s', (_, values, words, message) => {
  const told = messages(block(values, words));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(message);
});

test.each<[SiteBlock['fields'][number]['kind'], string[], string[]]>([
  ['media', ['a'.repeat(32)], ['a', 'item:one']],
  ['topic', ['chest'], ['Chest', 'a b']],
  [
    'link',
    ['item:one', 'listing:studies', '/about', 'https://example.org/'],
    ['javascript:alert(1)', 'about', '//a.org', 'https://ana:secret@a.org', 'http://a.org@b.org'],
  ],
  [
    'items',
    ['item:one', 'item:one item:two'],
    ['one', 'item:one,item:two', 'item:one item:one', 'item:one#part', 'item:a item:b item:c'],
  ],
])('a field of the kind %s takes its values alone', (kind, right, wrong) => {
  const field = { key: 'it', labels, kind, ...(kind === 'items' && { most: 2 }) } as SiteBlock['fields'][number];
  const faulty = (it: string) => siteBlockProblems([{ ...video, fields: [field] }], block({ it })).length > 0;
  expect(right.filter(faulty)).toEqual([]);
  expect(wrong.filter((value) => !faulty(value))).toEqual([]);
});

test('what a block shows and links to is found without its definition', () => {
  const picture = 'a'.repeat(32);
  const node = block({
    picture,
    items: 'item:one item:two',
    to: '/about',
    note: 'item:one is new',
    link: 'item:three',
  });
  const text: RichTextNode = { type: 'doc', content: [node] };
  expect(shownIn(text)).toEqual([picture]);
  expect(linkTargets(text)).toEqual(['item:one', 'item:two', 'item:three', '/about']);
});

test('a block of a kind that the site does not have is told with its place', () => {
  const text: RichTextNode = { type: 'doc', content: [{ type: 'blockquote', content: [block({}, {}, 'map')] }] };
  expect(siteBlockProblems([video], text)).toEqual([
    { path: ['content', 0, 'content', 0, 'attrs'], message: 'the site has no block "map"' },
  ]);
});

test('Markdown says its values as texts', () => {
  const markdown = `Before\n::video{url="${url}" title="One" start=3 loops=true}\nAfter`;
  expect(parse(markdown)).toMatchObject({
    ok: true,
    richText: {
      content: [
        { type: 'paragraph' },
        { attrs: { kind: 'video', values: { url, start: 3, loops: true }, words: { title: 'One' } } },
        { type: 'paragraph' },
      ],
    },
  });
});

test.each([
  ['::map{url="https://example.org"}', 'the site has no block "map"'],
  [`::video{title="x"}`, 'a block "video" needs url'],
  [`::video{url="${url}" start=x}`, 'start must be a number from 0'],
  [`::video{url="${url}" 3}`, 'write what ::video{…} says as name="value": 3'],
])('what is wrong with %s is told with its line', (directive, message) => {
  const result = parse(`a\n\n${directive}`);
  expect(result).toMatchObject({ ok: false, problems: [{ line: 3, message: expect.stringContaining(message) }] });
});

test('a program can write back a block that it read, whatever the definitions are by now', () => {
  const former = { type: 'doc', content: [block({ url: 'https://gone.example.org/' }, { title: 'One' }, 'map')] };
  const result = parse('::map{title="One" url="https://gone.example.org/"}\n\n::map{title="Two"}', false);
  if (!result.ok) throw new Error('It is Markdown');
  const text = withFormerBlocks(result.richText, [former]);
  expect(text.content[0]?.attrs).toMatchObject(former.content[0]?.attrs ?? {});
  expect(newSiteBlockProblems([video], text, [former])).toEqual([
    { path: ['content', 1, 'attrs'], message: 'the site has no block "map"' },
  ]);
});

test('values stay when a field becomes localized, or changes its kind', () => {
  const words = readSiteBlock(
    { fields: [{ key: 'note', kind: 'text', localized: true, labels }] },
    block({ note: 'x' }),
  );
  expect(words).toEqual({ contents: { note: 'x' }, problems: [] });
  const number = readSiteBlock({ fields: [{ key: 'note', kind: 'number', labels }] }, block({ note: '12' }));
  expect(number.contents).toEqual({ note: 12 });
});
