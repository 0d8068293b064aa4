import { Schema } from '@tiptap/pm/model';
import { prosemirrorJSONToYXmlFragment, yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { NODE_RULES } from '#core/rich-text/node-rules.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { arbitraryLanguage } from './draft-arbitraries.ts';
import { readRichText } from './read-rich-text.ts';
import { writeRichText } from './write-rich-text.ts';

/** An editor's nodes and marks, as permissive as our own rules. */
const schema = new Schema({
  nodes: Object.fromEntries(
    Object.entries(NODE_RULES).map(([type, { children = [], needsChild, attributes = {} }]) => [
      type,
      {
        content: children.length > 0 ? `(${children.join(' | ')})${needsChild ? '+' : '*'}` : '',
        group: type === 'text' || type === 'hardBreak' ? 'inline' : 'block',
        inline: type === 'text' || type === 'hardBreak',
        marks: children.includes('text') ? '_' : '',
        ...(type !== 'text' && {
          attrs: Object.fromEntries(['id', ...Object.keys(attributes)].map((name) => [name, { default: null }])),
        }),
      },
    ]),
  ),
  marks: {
    link: { attrs: { href: {} } },
    bold: {},
    italic: {},
    strike: {},
    code: { excludes: '' },
    subscript: {},
    superscript: {},
  },
  topNode: 'doc',
});

const fragmentOf = (doc: Y.Doc) => doc.getXmlFragment('body');
const texts = arbitraryLanguage.map(({ body }) => body);

test('what the server writes is what the editor’s binding reads', () => {
  fc.assert(
    fc.property(texts, (text: RichText) => {
      const doc = new Y.Doc();
      writeRichText(fragmentOf(doc), text);
      expect(normalizeRichText(yXmlFragmentToProsemirrorJSON(fragmentOf(doc)))).toEqual(text);
    }),
    { numRuns: 50 },
  );
});

test('what the editor’s binding writes is what the server reads, and leaves alone', () => {
  fc.assert(
    fc.property(texts, (text: RichText) => {
      const doc = new Y.Doc();
      prosemirrorJSONToYXmlFragment(schema, text, fragmentOf(doc));
      expect(readRichText(fragmentOf(doc))).toEqual(text);
      const before = Y.encodeStateAsUpdate(doc);
      writeRichText(fragmentOf(doc), text);
      expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
    }),
    { numRuns: 50 },
  );
});
