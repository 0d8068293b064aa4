import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  arbitraryLanguage,
  arbitraryShared,
  FIELDS,
  NOTES,
  SHARED_FIELDS,
} from '../../test/helpers/drafts/draft-arbitraries.ts';
import { typeInBody } from '../../test/helpers/texts/shared-texts.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { mergeValues } from '../content-types/entry-words.ts';
import type { LanguageDraft, SharedDraft } from '../drafts/drafts.ts';
import { plainText, type RichTextNode } from '../rich-text/rich-text.ts';
import { readLeaves } from '../shared-text/read-leaves.ts';
import { sharedTextIn } from '../shared-text/shared-text.ts';
import { readLanguage, readShared, seedLanguage, seedShared, writeLanguage, writeShared } from './draft-contents.ts';

const RUNS = { numRuns: 50 };

function docOf(...updates: Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
}

function fork(doc: Y.Doc): Y.Doc {
  return docOf(Y.encodeStateAsUpdate(doc));
}

function merge(a: Y.Doc, b: Y.Doc): Y.Doc {
  return docOf(Y.encodeStateAsUpdate(a), Y.encodeStateAsUpdate(b));
}

const paragraph = (id: string, text: string): RichTextNode => ({
  type: 'paragraph',
  attrs: { id },
  ...(text !== '' && { content: [{ type: 'text', text }] }),
});

function draftOf(...content: RichTextNode[]): LanguageDraft {
  return {
    title: 'Radiografía de tórax',
    slug: 'radiografia-de-torax',
    summary: '',
    body: { type: 'doc', content },
    seo: {},
    fields: {},
    links: {},
    minorEdits: [],
  };
}

const seeded = (draft: LanguageDraft) => docOf(seedLanguage(FIELDS, draft));
const read = (doc: Y.Doc) => readLanguage(doc, FIELDS);

describe('a language as a shared document', () => {
  test('reads as it was seeded', () => {
    fc.assert(
      fc.property(arbitraryLanguage, (draft) => {
        expect(read(seeded(draft))).toEqual(draft);
      }),
      RUNS,
    );
  });

  test('reads as it was written, whatever it said before', () => {
    fc.assert(
      fc.property(arbitraryLanguage, arbitraryLanguage, (before, after) => {
        const doc = seeded(before);
        const emptied = Object.fromEntries(FIELDS.map(({ key }) => [key, null]));
        const { seo } = after;
        doc.transact(() =>
          writeLanguage(doc, FIELDS, {
            ...after,
            seo: { title: seo.title ?? '', description: seo.description ?? '' },
            coverAlt: after.coverAlt ?? '',
            author: after.author ?? '',
            fields: { ...emptied, ...after.fields },
          }),
        );
        expect(read(doc)).toEqual(after);
      }),
      RUNS,
    );
  });

  test('does not change when it is written as it reads', () => {
    fc.assert(
      fc.property(arbitraryLanguage, (draft) => {
        const doc = seeded(draft);
        const before = Y.encodeStateAsUpdate(doc);
        writeLanguage(doc, FIELDS, read(doc));
        expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
      }),
      RUNS,
    );
  });

  test('two seeds of one text are one text', () => {
    fc.assert(
      fc.property(arbitraryLanguage, (draft) => {
        const doc = docOf(seedLanguage(FIELDS, draft), seedLanguage(FIELDS, structuredClone(draft)));
        expect(read(doc)).toEqual(draft);
      }),
      RUNS,
    );
  });

  test('what a program changes in one block leaves what somebody types in another at the same moment', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 12 });
    const blocks = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(blocks, words, words, words, fc.nat(), fc.nat(), (ids, text, typed, written, a, b) => {
        const [typedAt, writtenAt] = [a % ids.length, b % ids.length];
        fc.pre(typedAt !== writtenAt && typed !== '');
        const base = draftOf(...ids.map((id) => paragraph(`b${id}`, `${text}${id}`)));
        const doc = seeded(base);
        const person = fork(doc);
        typeInBody(person, typedAt, 0, typed);
        const program = fork(doc);
        const changed = base.body.content.map((node, index) =>
          index === writtenAt ? paragraph(`b${ids[index]}`, written) : node,
        );
        writeLanguage(program, FIELDS, { body: { type: 'doc', content: changed } });
        const result = read(merge(person, program)).body.content;
        expect(result.map((node) => node.attrs?.id)).toEqual(ids.map((id) => `b${id}`));
        expect(plainText({ type: 'doc', content: [result[typedAt] as RichTextNode] })).toBe(
          `${typed}${text}${ids[typedAt]}`.toWellFormed().trim(),
        );
        expect(result[writtenAt]).toEqual(paragraph(`b${ids[writtenAt]}`, written.toWellFormed()));
      }),
      RUNS,
    );
  });

  test('a change of some words of a text leaves the others to who types there', () => {
    const doc = seeded(draftOf(paragraph('a', 'The exam takes ten minutes and you can eat before it.')));
    const person = fork(doc);
    typeInBody(person, 0, 'The exam takes ten minutes'.length, ' or so');
    const program = fork(doc);
    const body = {
      type: 'doc' as const,
      content: [paragraph('a', 'Our exam takes ten minutes and you may eat before it!')],
    };
    writeLanguage(program, FIELDS, { body });
    expect(plainText(read(merge(person, program)).body)).toBe(
      'Our exam takes ten minutes or so and you may eat before it!',
    );
  });

  test('a block that moves takes its place, and those around it stay as they are', () => {
    const doc = seeded(draftOf(paragraph('a', 'A'), paragraph('b', 'B'), paragraph('c', 'C'), paragraph('d', 'D')));
    const person = fork(doc);
    typeInBody(person, 2, 1, '!');
    const program = fork(doc);
    writeLanguage(program, FIELDS, {
      body: {
        type: 'doc',
        content: [paragraph('d', 'D'), paragraph('a', 'A'), paragraph('b', 'B'), paragraph('c', 'C')],
      },
    });
    expect(plainText(read(merge(person, program)).body)).toBe('D\nA\nB\nC!');
  });

  test('a formatted word stays one text with the rest, and formatting comes and goes without its letters', () => {
    const doc = seeded(draftOf({ ...paragraph('a', ''), content: [{ type: 'text', text: 'no food' }] }));
    const bold = {
      ...paragraph('a', ''),
      content: [
        { type: 'text', marks: [{ type: 'bold' }], text: 'no' },
        { type: 'text', text: ' food' },
      ],
    };
    writeLanguage(doc, FIELDS, { body: { type: 'doc', content: [bold] } });
    expect(readLeaves(sharedTextIn(doc, 'body')).leaves).toHaveLength(1);
    expect(read(doc).body.content).toEqual([bold]);
    writeLanguage(doc, FIELDS, { body: { type: 'doc', content: [paragraph('a', 'no food')] } });
    expect(read(doc).body.content).toEqual([paragraph('a', 'no food')]);
  });

  test('two people can change two values of a block of the site at once, and fill in a third', () => {
    const video = (values: object, words: object = {}): RichTextNode => ({
      type: 'siteBlock',
      attrs: { id: 'v', kind: 'video', values, ...(Object.keys(words).length > 0 && { words }) },
    });
    const one = seeded(draftOf(video({ start: 1, url: 'a' })));
    const other = fork(one);
    writeLanguage(one, FIELDS, { body: { type: 'doc', content: [video({ start: 1, url: 'b' })] } });
    writeLanguage(other, FIELDS, { body: { type: 'doc', content: [video({ url: 'a' }, { title: 'T' })] } });
    expect(read(merge(one, other)).body.content).toEqual([video({ url: 'b' }, { title: 'T' })]);
    expect(read(merge(other, one)).body.content).toEqual([video({ url: 'b' }, { title: 'T' })]);
  });

  test('blocks without an id, or with one that stands twice, get their own, the same everywhere', () => {
    const doc = seeded(draftOf(paragraph('a', 'A'), paragraph('b', 'B')));
    const { flow, registers } = sharedTextIn(doc, 'body');
    registers.set(`${readLeaves({ flow, registers }).leaves[1]?.key}:@id`, 'a');
    flow.insertEmbed(flow.length, { block: 'rule', type: 'horizontalRule' });
    flow.insertEmbed(flow.length, { block: 'rule-2', type: 'horizontalRule' });
    const ids = read(doc).body.content.map((node) => node.attrs?.id);
    expect(ids[0]).toBe('a');
    expect(new Set(ids).size).toBe(4);
    expect(read(merge(doc, fork(doc))).body.content.map((node) => node.attrs?.id)).toEqual(ids);
  });
});

describe('what languages share', () => {
  test('reads as it was seeded, tags in their order', () => {
    fc.assert(
      fc.property(arbitraryShared, (draft) => {
        expect(readShared(docOf(seedShared(SHARED_FIELDS, draft)), SHARED_FIELDS)).toEqual(draft);
      }),
      RUNS,
    );
  });

  test('reads as it was written, whatever it said before', () => {
    fc.assert(
      fc.property(arbitraryShared, arbitraryShared, (before, after) => {
        const doc = docOf(seedShared(SHARED_FIELDS, before));
        const emptied = Object.fromEntries(SHARED_FIELDS.map(({ key }) => [key, null]));
        writeShared(doc, SHARED_FIELDS, {
          ...after,
          author: after.author ?? '',
          cover: after.cover ?? null,
          fields: { ...emptied, ...after.fields },
        });
        expect(readShared(doc, SHARED_FIELDS)).toEqual(after);
      }),
      RUNS,
    );
  });

  test('two who add a tag each at the same moment add both', () => {
    const draft: SharedDraft = { tags: ['chest'], fields: {} };
    const doc = docOf(seedShared([], draft));
    const other = fork(doc);
    doc.getMap('tags').set('children', true);
    writeShared(other, [], { tags: ['chest', 'brain'] });
    expect(readShared(merge(doc, other), []).tags.toSorted()).toEqual(['brain', 'chest', 'children']);
  });
});

describe('the words of entries of a list that all languages share', () => {
  const draft = (fields: LanguageDraft['fields']) => ({ ...draftOf(), fields });

  test('are one text for two who begin them at once', () => {
    const doc = seeded(draft({}));
    const other = fork(doc);
    doc.getText('field:notes.a1.text').insert(0, 'Closed');
    other.getText('field:notes.a1.text').insert(0, 'today ');
    const [words] = read(merge(doc, other)).fields.notes as { id: string; text: string }[];
    expect(words?.id).toBe('a1');
    expect(words?.text).toContain('Closed');
    expect(words?.text).toContain('today ');
  });

  test('belong to entries by their place where a program gives neither of them an id', () => {
    const notes = [{ kind: 'a' }, { kind: 'b' }];
    const shared = readShared(docOf(seedShared(SHARED_FIELDS, { tags: [], fields: { notes } })), SHARED_FIELDS);
    const own = read(seeded(draft({ notes: [{ text: 'One' }, { text: 'Two' }] })));
    expect(mergeValues(shared.fields, own.fields, [NOTES])).toEqual({
      notes: [
        { id: 'e1', kind: 'a', text: 'One' },
        { id: 'e2', kind: 'b', text: 'Two' },
      ],
    });
  });

  test('follow their entry when it is moved and changed, and its text stays the same shared text', () => {
    const doc = docOf(
      seedShared(SHARED_FIELDS, {
        tags: [],
        fields: {
          notes: [
            { id: 'a1', phone: '1' },
            { id: 'b2', phone: '2' },
          ],
        },
      }),
    );
    const phone = (doc.getArray('field:notes').get(1) as Y.Map<unknown>).get('phone') as Y.Text;
    writeShared(doc, SHARED_FIELDS, {
      fields: {
        notes: [
          { id: 'c3', phone: '3' },
          { id: 'b2', phone: '2b' },
        ],
      },
    });
    expect(phone.toString()).toBe('2b');
    const own = read(seeded(draft({ notes: [{ id: 'b2', text: 'Two' }] })));
    expect(mergeValues(readShared(doc, SHARED_FIELDS).fields, own.fields, [NOTES])).toEqual({
      notes: [
        { id: 'c3', phone: '3' },
        { id: 'b2', phone: '2b', text: 'Two' },
      ],
    });
  });
});

test('a text of an entry that a program leaves out stays for who is writing it', () => {
  const hours = (entry: { [key: string]: string | number[] }): SharedDraft => ({
    tags: [],
    fields: { hours: [entry] },
  });
  const doc = docOf(seedShared(SHARED_FIELDS, hours({ days: [1], opens: '8:00' })));
  const other = fork(doc);
  const opens = (doc.getArray('field:hours').get(0) as Y.Map<unknown>).get('opens') as Y.Text;
  opens.insert(4, ' h');
  writeShared(other, SHARED_FIELDS, hours({ days: [1, 2] }));
  expect(readShared(other, SHARED_FIELDS)).toEqual(hours({ days: [1, 2] }));
  expect(readShared(merge(doc, other), SHARED_FIELDS)).toEqual(hours({ days: [1, 2], opens: ' h' }));
});

test('a text that became a time keeps its words, until a time is chosen', () => {
  const base = { localized: false, labels: {} };
  const fields = (kind: 'text' | 'time'): FieldDefinition[] => [
    { ...base, key: 'since', kind },
    { ...base, key: 'hours', kind: 'list', of: [{ ...base, key: 'opens', kind }] },
  ];
  const seed = (opens: string) =>
    docOf(seedShared(fields('text'), { author: '', tags: [], fields: { since: opens, hours: [{ opens }] } }));
  const doc = seed('7 am');
  expect(readShared(doc, fields('time')).fields).toEqual({ since: '7 am', hours: [{ opens: '7 am' }] });
  const written = readShared(doc, fields('time'));
  writeShared(doc, fields('time'), { ...written, fields: { since: '07:00', hours: [{ opens: '07:00' }] } });
  expect(readShared(doc, fields('time')).fields).toEqual({ since: '07:00', hours: [{ opens: '07:00' }] });
});
