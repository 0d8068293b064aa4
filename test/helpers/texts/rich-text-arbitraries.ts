import fc from 'fast-check';
import { CALLOUT_KINDS } from '#core/rich-text/node-rules.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';

const media = fc.constantFrom('a'.repeat(32), '0123456789abcdef'.repeat(2));
const attrs = (model: { [name: string]: fc.Arbitrary<unknown> }) =>
  fc.record({ id: fc.stringMatching(/^[a-z0-9]{4,12}$/), ...model }, { requiredKeys: [] });

const MARKS = ['bold', 'italic', 'strike', 'code', 'subscript', 'superscript'];

/** Normalized rich texts with all nodes and marks. @param text of a run */
export function richTexts(text: fc.Arbitrary<string>): fc.Arbitrary<RichText> {
  const mark = fc.oneof(
    fc.constantFrom(...MARKS).map((type) => ({ type })),
    fc
      .constantFrom(
        'https://example.org/?a=1&b="2"',
        'item:chest-x-ray#dose',
        'mailto:a@b.org',
        '#top',
        '/en/faq',
        '/a|b',
      )
      .map((href) => ({ type: 'link', attrs: { href } })),
  );
  const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });
  const run = fc.record({ type: fc.constant('text'), text, marks });
  const hardBreak = fc.constant<RichTextNode>({ type: 'hardBreak' });
  const inline = fc.array(fc.oneof({ weight: 5, arbitrary: run }, { weight: 1, arbitrary: hardBreak }), {
    maxLength: 4,
  });
  const image = fc.record({
    type: fc.constant('image'),
    attrs: fc
      .tuple(
        attrs({
          ...{ alt: text, caption: text, credit: text, width: fc.constant('wide') },
          crop: fc.constantFrom('1:1', '16:9 x0 y10'),
        }),
        media,
      )
      .map(([rest, id]) => ({ ...rest, media: id })),
  });
  const { block } = fc.letrec<{ block: unknown; blocks: unknown[] }>((tie) => ({
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    block: fc.oneof(
      { maxDepth: 2 },
      fc.record({ type: fc.constant('paragraph'), attrs: attrs({}), content: inline }),
      fc.record({
        type: fc.constant('heading'),
        attrs: attrs({ level: fc.constantFrom(2, 3, 4) }),
        content: inline,
      }),
      fc.record({ type: fc.constant('horizontalRule'), attrs: attrs({}) }),
      fc.record({
        type: fc.constant('codeBlock'),
        attrs: attrs({ language: fc.constantFrom('ts', 'c++', 'x"y') }),
        content: fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 1 }),
      }),
      image,
      fc.record({
        type: fc.constant('gallery'),
        attrs: attrs({}),
        content: fc.array(image, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant('siteBlock'),
        attrs: fc
          .tuple(
            attrs({
              values: fc.dictionary(fc.constantFrom('url', 'start'), fc.oneof(text, fc.integer(), fc.boolean())),
              words: fc.dictionary(fc.constantFrom('title', 'note'), text),
            }),
            fc.constantFrom('video', 'opening-hours'),
          )
          .map(([rest, kind]) => ({ ...rest, kind })),
      }),
      fc.record({ type: fc.constant('blockquote'), attrs: attrs({}), content: tie('blocks') }),
      fc.record({
        type: fc.constant('callout'),
        attrs: attrs({ kind: fc.constantFrom(...CALLOUT_KINDS) }),
        content: tie('blocks'),
      }),
      ...['bulletList', 'orderedList'].map((type) =>
        fc.record({
          type: fc.constant(type),
          attrs: attrs(type === 'orderedList' ? { start: fc.nat(20) } : {}),
          content: fc.array(fc.record({ type: fc.constant('listItem'), attrs: attrs({}), content: tie('blocks') }), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      ),
      fc.record({
        type: fc.constant('table'),
        attrs: attrs({}),
        content: fc.array(
          fc.record({
            type: fc.constant('tableRow'),
            attrs: attrs({}),
            content: fc.array(
              fc.record({
                type: fc.constantFrom('tableCell', 'tableHeader'),
                attrs: attrs({
                  colspan: fc.integer({ min: 1, max: 3 }),
                  rowspan: fc.integer({ min: 1, max: 3 }),
                  align: fc.constantFrom('left', 'center', 'right'),
                }),
                content: tie('blocks'),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
  }));
  return fc.array(block, { maxLength: 4 }).map((content) => normalizeRichText({ type: 'doc', content }));
}
