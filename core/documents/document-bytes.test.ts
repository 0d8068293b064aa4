import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opaqueMembers } from './collection.ts';
import { createCommitRoom, documentBytes, isDocumentAtMost } from './document-bytes.ts';
import { type DocumentData, MAX_COMMIT_BYTES } from './document-store.ts';
import { InvalidWrite } from './errors.ts';

const opaque = opaqueMembers({ opaque: ['body'] });
const empty = documentBytes('things/a', {}, opaque);

test('counts as the cloud document database does', () => {
  const bytes = (data: DocumentData) => documentBytes('things/a', data, opaque) - empty;
  expect(bytes({ text: 'é' })).toBe(5 + 3);
  expect(bytes({ n: 1, yes: true, none: null })).toBe(2 + 8 + (4 + 1) + (5 + 1));
  expect(bytes({ list: [1, 'a', { b: 1 }] })).toBe(5 + 8 + 2 + 32 + 2 + 8);
  expect(bytes({ body: [[1], 'é'] })).toBe(5 + '[[1],"__"]'.length + 1);
});

test('the shortcuts agree with the count', () => {
  const data = fc.dictionary(fc.constantFrom('a', 'body', 'ñ'), fc.jsonValue() as fc.Arbitrary<DocumentData[string]>);
  fc.assert(
    fc.property(data, fc.integer({ min: -300, max: 300 }), (value, more) => {
      const bytes = documentBytes('things/a', value, opaque);
      const document = { path: 'things/a' as const, data: value, json: JSON.stringify(value) };
      expect(isDocumentAtMost(bytes + more, document, opaque)).toBe(more >= 0);
    }),
  );
});

test('a commit has room for its maximum in bytes of UTF-8', () => {
  const room = createCommitRoom();
  const half = 'é'.repeat(MAX_COMMIT_BYTES / 4);
  room.take(half);
  room.take(half);
  expect(() => room.take('x')).toThrow(InvalidWrite);
});
