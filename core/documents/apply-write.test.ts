import { expect, test } from 'vitest';
import { z } from 'zod';
import { applyWrite } from './apply-write.ts';
import { checkCollections } from './check-collections.ts';
import { checkWrites } from './check-writes.ts';
import type { Write } from './document-store.ts';
import { InvalidWrite } from './errors.ts';

const schema = z.object({ n: z.number().default(1), text: z.string().trim().optional() });
const collections = checkCollections([{ name: 'items', schema, indexes: [], policy: { read: 'public' } }]);

const apply = (write: Write, held?: { version: number; data: () => { n: number } }) =>
  checkWrites(collections, [write]).map((checked) =>
    checked.kind === 'verify' ? undefined : applyWrite(collections, checked, held, 5)?.json,
  )[0];

test('the schema judges, and what it would add, drop or transform is not stored', () => {
  expect(apply({ kind: 'set', path: 'items/a', data: { text: ' x ', more: 1 } })).toBe('{"text":" x ","more":1}');
  expect(() => apply({ kind: 'set', path: 'items/a', data: { n: '1' } })).toThrow(/items\/a does not fit.*n: /);
});

test('what a document holds is read only by an update', () => {
  const held = {
    version: 3,
    data: () => {
      throw new Error('was read');
    },
  };
  expect(apply({ kind: 'set', path: 'items/a', data: {}, precondition: { version: 3 } }, held)).toBe('{}');
  expect(apply({ kind: 'delete', path: 'items/a' }, held)).toBeUndefined();
  expect(() => apply({ kind: 'update', path: 'items/a', fields: {} }, held)).toThrow('was read');
});

test('a precondition that fails says why', () => {
  const at = (version: number): Write => ({ kind: 'delete', path: 'items/a', precondition: { version } });
  expect(() => apply(at(2), { version: 3, data: () => ({ n: 1 }) })).toThrow('is at version 3, not at version 2');
  expect(() => apply(at(2))).toThrow('does not exist, not at version 2');
});

test('an unknown kind of write is refused', () => {
  const unknownKind: unknown = { kind: 'merge', path: 'items/a' };
  expect(() => apply(unknownKind as Write)).toThrow(InvalidWrite);
});
