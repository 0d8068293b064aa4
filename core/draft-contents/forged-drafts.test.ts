import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { FIELDS, SHARED_FIELDS } from '../../test/helpers/drafts/draft-arbitraries.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { richTextProblems } from '../rich-text/rich-text-problems.ts';
import { sharedTextIn } from '../shared-text/shared-text.ts';
import { readLanguage, readShared } from './draft-contents.ts';
import { readValue } from './values.ts';

const RUNS = { numRuns: 100 };

const junk = fc.anything({
  withBigInt: false,
  withDate: false,
  withMap: false,
  withSet: false,
  withTypedArray: true,
});

test('a forged draft has no member that would change what an object is', () => {
  const doc = new Y.Doc();
  const link = { source: 'title', hash: 'h', text: 't' };
  doc.getMap('links').set('__proto__', link);
  doc.getMap('links').set('title', link);
  const { links } = readLanguage(doc, FIELDS);
  expect(Object.getPrototypeOf(links)).toBe(Object.prototype);
  expect(Object.getOwnPropertyNames(links)).toEqual(['title']);
  const value = readValue(JSON.parse('{"a": 1, "__proto__": {"b": 2}}')) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.getOwnPropertyNames(value)).toEqual(['a']);
});

test('a forged draft reads as something that can be stored', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), junk), { maxLength: 5 }), fc.array(fc.string()), (members, nodes) => {
      const doc = new Y.Doc();
      const fields: FieldDefinition[] = [...FIELDS, ...SHARED_FIELDS];
      for (const [key, value] of members) {
        for (const map of ['fields', 'links', 'tags', 'cover']) {
          try {
            doc.getMap(map).set(key, value);
          } catch {
            // Values that cannot be encoded.
          }
        }
      }
      const { flow, registers } = sharedTextIn(doc, 'body');
      flow.applyDelta([{ insert: 'loose', attributes: {} }]);
      for (const name of [...nodes, 'heading', 'bulletList', 'constructor']) {
        flow.insertEmbed(0, { block: name, type: name, attrs: members, path: nodes });
        flow.insertEmbed(0, { slot: name });
        const forged = { type: nodes[0], head: true, place: name, path: [name, ...nodes], state: { joined: name } };
        for (const [register, value] of Object.entries(forged)) registers.set(`${name}:${register}`, value);
      }
      flow.insertEmbed(1, new Y.Map());
      doc.getText('title').insertEmbed(0, { evil: true });
      const language = readLanguage(doc, fields);
      expect(JSON.parse(JSON.stringify(language))).toEqual(language);
      expect(richTextProblems(language.body)).toEqual([]);
      const shared = readShared(doc, fields);
      expect(JSON.parse(JSON.stringify(shared))).toEqual(shared);
    }),
    RUNS,
  );
});
