import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RichTextNode, richTextValue } from '../rich-text/rich-text.ts';
import { type ComparedContent, compareContents } from './compare-contents.ts';

const paragraph = (id: string, text: string): RichTextNode => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text }],
});
const content = (rest: Partial<ComparedContent> = {}): ComparedContent => ({
  title: 'Uno',
  slug: 'uno',
  summary: '',
  seo: {},
  body: { type: 'doc', content: [] },
  fields: {},
  tags: [],
  ...rest,
});
const body = (...nodes: RichTextNode[]) => content({ body: { type: 'doc', content: nodes } });
const blocksOf = (before: ComparedContent, after: ComparedContent) =>
  compareContents(before, after).blocks.map(({ block, difference }) => `${difference} ${block}`);

test('the byline of a language is told besides that of all languages', () => {
  const { parts } = compareContents(content({ author: 'Ana' }), content({ author: 'Ana', ownAuthor: 'Dr Ana' }));
  expect(parts.filter(({ part }) => part.startsWith('author'))).toEqual([
    { part: 'author', difference: 'same', before: 'Ana', after: 'Ana' },
    { part: 'author.own', difference: 'added', after: 'Dr Ana' },
  ]);
});

test('the same content has no difference', () => {
  const one = content({ fields: { steps: ['a'] }, tags: ['x'], author: 'Eva', cover: 'm', coverAlt: 'Algo' });
  const comparison = compareContents(one, structuredClone(one));
  expect([...comparison.parts, ...comparison.blocks].every(({ difference }) => difference === 'same')).toBe(true);
  expect(comparison.parts.map(({ part }) => part)).toEqual([
    'title',
    'slug',
    'author',
    'tags',
    'cover',
    'cover.alt',
    'field:steps',
  ]);
});

test('texts, byline, tags, the cover and fields say what they were and are', () => {
  const before = content({
    summary: 'Antes',
    author: 'Eva',
    tags: ['b', 'a'],
    fields: { steps: ['uno', 'dos'], minutes: 5 },
  });
  const after = content({
    title: 'Otro',
    seo: { title: 'Nuevo' },
    tags: ['a', 'c'],
    author: 'Ana',
    cover: 'm',
    coverAlt: 'Algo',
    fields: { steps: ['uno', 'tres'], minutes: 5 },
  });
  const { parts } = compareContents(before, after);
  expect(parts).toEqual([
    { part: 'title', difference: 'changed', before: 'Uno', after: 'Otro' },
    { part: 'slug', difference: 'same', before: 'uno', after: 'uno' },
    { part: 'summary', difference: 'removed', before: 'Antes' },
    { part: 'seo.title', difference: 'added', after: 'Nuevo' },
    { part: 'author', difference: 'changed', before: 'Eva', after: 'Ana' },
    { part: 'tags', difference: 'changed', before: 'a, b', after: 'a, c' },
    { part: 'cover', difference: 'added', mediaAfter: 'm' },
    { part: 'cover.alt', difference: 'added', after: 'Algo' },
    { part: 'field:steps', difference: 'changed', before: 'uno\ndos', after: 'uno\ntres' },
    { part: 'field:minutes', difference: 'same', before: '5', after: '5' },
  ]);
});

describe('blocks', () => {
  const a = paragraph('a', 'Primero');
  const b = paragraph('b', 'Segundo');
  const c = paragraph('c', 'Tercero');

  test('are changed, added, removed or moved, each where it stands', () => {
    expect(blocksOf(body(a, b, c), body(a, paragraph('b', 'Otro'), c))).toEqual(['same a', 'changed b', 'same c']);
    expect(blocksOf(body(a, c), body(a, b, c))).toEqual(['same a', 'added b', 'same c']);
    expect(blocksOf(body(a, b, c), body(a, c))).toEqual(['same a', 'removed b', 'same c']);
    expect(blocksOf(body(a, b, c), body(c, a, b))).toEqual(['moved c', 'same a', 'same b']);
  });

  test('are known by what they say where their ids are new', () => {
    expect(blocksOf(body(a, b), body(a, paragraph('z', 'Segundo')))).toEqual(['same a', 'same z']);
  });

  test('say where each side has links and marks, in fields as well', () => {
    const marked = (mark?: { type: string; attrs?: { href: string } }) => {
      const words = { type: 'text', text: 'más', ...(mark && { marks: [mark] }) };
      return {
        type: 'doc' as const,
        content: [{ type: 'paragraph', attrs: { id: 'a' }, content: [{ type: 'text', text: 'Lea ' }, words] }],
      };
    };
    const answer = (text: ReturnType<typeof marked>) => ({ answer: richTextValue(text) });
    const link = { type: 'link', attrs: { href: 'item:ayuno' } };
    const stretch = { from: 4, to: 7, mark: 'link', href: 'item:ayuno' };
    const { blocks, parts } = compareContents(
      content({ body: marked({ type: 'bold' }), fields: answer(marked()) }),
      content({ body: marked(link), fields: answer(marked(link)) }),
    );
    expect(blocks).toMatchObject([
      { difference: 'changed', marksBefore: [{ from: 4, to: 7, mark: 'bold' }], marksAfter: [stretch] },
    ]);
    expect(parts.at(-1)).toEqual({
      part: 'field:answer',
      difference: 'changed',
      before: 'Lea más',
      after: 'Lea más',
      marksAfter: [stretch],
    });
  });

  test('shows the values of a block of the site that were changed', () => {
    const video = (url: string) => ({
      type: 'siteBlock',
      attrs: { id: 'v', kind: 'video', values: { url }, words: { title: 'T' } },
    });
    expect(compareContents(body(video('a')), body(video('b'))).blocks).toMatchObject([
      { difference: 'changed', before: 'T\nurl: a', after: 'T\nurl: b' },
    ]);
  });

  test('tell of a change in form, and of other pictures', () => {
    const bold = { ...a, content: [{ type: 'text', text: 'Primero', marks: [{ type: 'bold' }] }] };
    expect(blocksOf(body(a), body(bold))).toEqual(['changed a']);
    const image = (media: string) => ({ type: 'image', attrs: { id: 'i', media, alt: 'x' } });
    expect(compareContents(body(image('m')), body(image('n'))).blocks).toEqual([
      {
        block: 'i',
        type: 'image',
        difference: 'changed',
        before: 'x',
        after: 'x',
        mediaBefore: ['m'],
        mediaAfter: ['n'],
      },
    ]);
  });

  test('tell of another width of a picture, and of another order in a gallery', () => {
    const image = (media: string, width?: string) => ({ type: 'image', attrs: { id: 'i', media, alt: 'x', width } });
    expect(blocksOf(body(image('m')), body(image('m', 'wide')))).toEqual(['changed i']);
    const gallery = (...media: string[]) => ({
      type: 'gallery',
      attrs: { id: 'g' },
      content: media.map((id) => image(id)),
    });
    expect(compareContents(body(gallery('m', 'n')), body(gallery('n', 'm'))).blocks).toMatchObject([
      { block: 'g', type: 'gallery', difference: 'changed', mediaBefore: ['m', 'n'], mediaAfter: ['n', 'm'] },
    ]);
  });

  test('every block of both sides is told once, whatever was done', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    const words = fc.constantFrom('x', 'y');
    fc.assert(
      fc.property(ids, ids, fc.array(words, { minLength: 8, maxLength: 8 }), (before, after, said) => {
        const one = body(...before.map((id) => paragraph(id, `1${id}`)));
        const two = body(...after.map((id, index) => paragraph(id, said[index] === 'x' ? `1${id}` : `2${id}`)));
        const { blocks } = compareContents(one, two);
        expect(blocks.filter(({ difference }) => difference !== 'removed').map(({ block }) => block)).toEqual(after);
        expect(blocks.filter(({ difference }) => difference === 'removed').map(({ block }) => block)).toEqual(
          before.filter((id) => !after.includes(id)),
        );
        for (const { block, difference } of blocks) {
          if (difference === 'added') expect(before).not.toContain(block);
          if (difference === 'same' || difference === 'moved') expect(before).toContain(block);
        }
      }),
    );
  });
});

test.each([
  ['with other ids and words', (name: string) => name],
  ['with other ids and one sentence everywhere', () => 'igual'],
])('two texts of 1,000 blocks %s are compared by reading each block a few times', (_, textOf) => {
  let reads = 0;
  const counted = (name: string): RichTextNode => {
    const { type, attrs = {}, content: inner = [] } = paragraph(name, textOf(name));
    return Object.defineProperty({ type, attrs }, 'content', {
      enumerable: true,
      get() {
        reads += 1;
        return inner;
      },
    });
  };
  const side = (letter: string) => body(...Array.from({ length: 1_000 }, (_each, at) => counted(`${letter}${at}`)));
  compareContents(side('a'), side('b'));
  expect(reads).toBeLessThan(40 * 1_000);
});
