import fc from 'fast-check';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { partOfField } from '#core/content-types/entry-words.ts';
import type { LanguageDraft, SharedDraft } from '#core/drafts/drafts.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';

const labels = { es: 'x', en: 'x' };

/** A list that all languages share, whose entries have words in each. */
export const NOTES: FieldDefinition = {
  key: 'notes',
  kind: 'list',
  localized: false,
  labels,
  of: [
    {
      key: 'kind',
      kind: 'choice',
      choices: [
        { value: 'a', labels },
        { value: 'b', labels },
      ],
      localized: false,
      labels,
    },
    { key: 'phone', kind: 'text', localized: false, labels },
    { key: 'text', kind: 'text', multiline: true, localized: true, labels },
    { key: 'reason', kind: 'text', multiline: true, localized: true, labels },
  ],
};

const partOfNotes = (localized: boolean) => partOfField(NOTES, localized) as FieldDefinition;

/** A localized field of each kind with its own structure. */
export const FIELDS: FieldDefinition[] = [
  partOfNotes(true),
  { key: 'note', kind: 'text', localized: true, labels },
  { key: 'details', kind: 'rich-text', localized: true, labels },
  { key: 'steps', kind: 'list', of: 'text', localized: true, labels },
  { key: 'day', kind: 'date', localized: true, labels },
];

/** The same for shared fields. */
export const SHARED_FIELDS: FieldDefinition[] = [
  partOfNotes(false),
  { key: 'minutes', kind: 'number', localized: false, labels },
  { key: 'contrast', kind: 'boolean', localized: false, labels },
  { key: 'doses', kind: 'list', of: 'number', localized: false, labels },
  {
    key: 'hours',
    kind: 'list',
    localized: false,
    labels,
    of: [
      { key: 'days', kind: 'list', of: 'weekday', localized: false, labels },
      { key: 'opens', kind: 'text', localized: false, labels },
    ],
  },
];

const words = fc.oneof(
  fc.constantFrom('a', 'no food', 'ayuno de 8 h', '😀 médico', 'x\ny', '👩‍⚕️'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const someWords = words.filter((text) => text !== '');

const mark = fc.constantFrom(
  { type: 'bold' },
  { type: 'italic' },
  { type: 'code' },
  { type: 'link', attrs: { href: 'https://example.org/' } },
  { type: 'link', attrs: { href: 'item:chest-x-ray' } },
);
const run: fc.Arbitrary<RichTextNode> = fc.record({
  type: fc.constant('text'),
  text: someWords,
  marks: fc.uniqueArray(mark, { maxLength: 2, selector: ({ type }) => type }),
});
const inline = fc.array(
  fc.oneof({ weight: 5, arbitrary: run }, { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) }),
  {
    maxLength: 4,
  },
);

const image: fc.Arbitrary<RichTextNode> = fc.record({
  type: fc.constant('image'),
  attrs: fc.record({
    media: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
    alt: words,
    width: fc.constantFrom('text', 'wide', null),
    crop: fc.constantFrom('3:2', '3:2 x1 y2', null),
  }),
});

const { block } = fc.letrec<{ block: RichTextNode; blocks: RichTextNode[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { maxDepth: 2 },
    fc.record({ type: fc.constant('paragraph'), content: inline }),
    fc.record({ type: fc.constant('heading'), attrs: fc.record({ level: fc.constantFrom(2, 3, 4) }), content: inline }),
    fc.constant<RichTextNode>({ type: 'horizontalRule' }),
    image,
    fc.record({ type: fc.constant('gallery'), content: fc.array(image, { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('siteBlock'),
      attrs: fc.record({
        kind: fc.constant('video'),
        values: fc.record({ start: fc.nat(), url: words.filter((text) => text !== '') }),
        words: fc.record({ title: words }),
      }),
    }),
    fc.record({ type: fc.constant('blockquote'), content: tie('blocks') }),
    fc.record({
      type: fc.constant('callout'),
      attrs: fc.record({ kind: fc.constantFrom('note', 'warning') }),
      content: tie('blocks'),
    }),
    fc.record({
      type: fc.constantFrom('bulletList', 'orderedList'),
      content: fc.array(fc.record({ type: fc.constant('listItem'), content: tie('blocks') }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      type: fc.constant('table'),
      content: fc.array(
        fc.record({
          type: fc.constant('tableRow'),
          content: fc.array(
            fc.record({
              type: fc.constantFrom('tableCell', 'tableHeader'),
              attrs: fc.record({ colspan: fc.constantFrom(1, 2), align: fc.constantFrom('left', 'right', null) }),
              content: tie('blocks'),
            }),
            { minLength: 1, maxLength: 2 },
          ),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  ),
}));

/** With ids, some of which occur in several texts. */
const body: fc.Arbitrary<RichText> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), block), { maxLength: 6, selector: ([id]) => id })
  .map((blocks) =>
    normalizeRichText({
      content: blocks.map(([id, node]) => ({ ...node, attrs: { ...node.attrs, id: `b${id}` } })),
    }),
  );

const entryIds = fc.constantFrom('a1', 'b2', 'c3', 'd-4', 'e5');

const unit = fc.constantFrom('title', 'summary', 'block:b1', 'block:b2');

const seo: fc.Arbitrary<LanguageDraft['seo']> = fc.record(
  { title: someWords, description: someWords },
  { requiredKeys: [] },
);

export const arbitraryLanguage: fc.Arbitrary<LanguageDraft> = fc.record(
  {
    title: words,
    slug: words,
    summary: words,
    body,
    seo,
    coverAlt: someWords,
    author: someWords,
    fields: fc.record(
      {
        note: someWords,
        details: body.filter(({ content }) => content.length > 0).map((text) => text as never),
        steps: fc.array(words, { minLength: 1, maxLength: 4 }),
        day: fc.constantFrom('2026-01-01', '2026-05-04'),
        notes: fc
          .uniqueArray(
            fc.tuple(entryIds, fc.record({ text: someWords, reason: someWords }, { requiredKeys: ['text'] })),
            {
              minLength: 1,
              maxLength: 4,
              selector: ([id]) => id,
            },
          )
          .map((words) => words.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, said]) => ({ id, ...said }))),
      },
      { requiredKeys: [] },
    ),
    links: fc.dictionary(unit, fc.record({ source: unit, hash: words, text: words }), { noNullPrototype: true }),
    minorEdits: fc.array(fc.record({ unit, from: words, to: words }), { maxLength: 3 }),
  },
  { requiredKeys: ['title', 'slug', 'summary', 'body', 'seo', 'fields', 'links', 'minorEdits'] },
);

const cover: fc.Arbitrary<NonNullable<SharedDraft['cover']>> = fc.record({
  media: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
});

export const arbitraryShared: fc.Arbitrary<SharedDraft> = fc.record(
  {
    author: someWords,
    tags: fc.uniqueArray(fc.constantFrom('chest', 'brain', 'x-ray', 'ct', 'children'), { maxLength: 5 }),
    cover,
    fields: fc.record(
      {
        minutes: fc.integer(),
        notes: fc
          .uniqueArray(
            fc.tuple(entryIds, fc.record({ kind: fc.constantFrom('a', 'b'), phone: someWords }, { requiredKeys: [] })),
            { minLength: 1, maxLength: 4, selector: ([id]) => id },
          )
          .map((entries) => entries.map(([id, values]) => ({ id, ...values }))),
        contrast: fc.boolean(),
        doses: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
        hours: fc.array(
          fc.record({ days: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }), opens: someWords }),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['tags', 'fields'] },
);
