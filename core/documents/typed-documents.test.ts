import { expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { defineCollection } from './collection.ts';
import type { Document } from './document-store.ts';
import { MisfitDocument } from './errors.ts';
import { everyDocument } from './every-document.ts';
import { getDocument, getDocuments, queryDocuments, readDocuments, setDocument } from './typed-documents.ts';
import { UnitOfWork } from './unit-of-work.ts';

const people = defineCollection({
  name: 'people',
  schema: z.strictObject({ name: z.string(), age: z.int() }),
  indexes: [[{ field: 'name', direction: 'asc' }]],
  policy: { read: 'private' },
});

const rooms = defineCollection({
  name: 'rooms',
  key: (house: string, floor: number) => `${house}:${floor}`,
  schema: z.strictObject({ guests: z.array(z.string()) }),
  indexes: [],
  policy: { read: 'private' },
});

/** The schema of an earlier version of the program. */
const formerPeople = { ...people, schema: z.looseObject({ name: z.string() }) };

async function createStore() {
  const store = createMemoryDocumentStore({ collections: [formerPeople, rooms] });
  await store.commit([
    setDocument(people.at('ana'), { name: 'Ana', age: 40 }),
    setDocument(rooms.at('north', 2), { guests: ['ana'] }),
  ]);
  return store;
}

async function createFormerStore() {
  const store = await createStore();
  await store.commit([{ kind: 'set', path: people.at('eva').path, data: { name: 'Eva', age: 'forty' } }]);
  return store;
}

test('a collection makes the paths of its documents', () => {
  expect(people.at('ana').path).toBe('people/ana');
  expect(rooms.at('north', 2).path).toBe('rooms/north:2');
  // @ts-expect-error its key has two parts
  rooms.at('north');
});

test('documents are read and written with the type of their collection', async () => {
  const store = await createStore();
  const ana = await getDocument(store, people.at('ana'));
  expectTypeOf(ana).toEqualTypeOf<Document<{ name: string; age: number }> | undefined>();
  expect(ana).toMatchObject({ path: 'people/ana', data: { name: 'Ana', age: 40 }, version: 1 });
  expect(await getDocument(store, people.at('nobody'))).toBeUndefined();
  // @ts-expect-error a person must have an age
  setDocument(people.at('ana'), { name: 'Ana' });
  expect(setDocument(people.at('ana'), { name: 'Ana', age: 41 }, { version: 1 })).toEqual({
    kind: 'set',
    path: 'people/ana',
    data: { name: 'Ana', age: 41 },
    precondition: { version: 1 },
  });
});

test('documents of several collections are read together, in order', async () => {
  const store = await createStore();
  const batchGet = vi.spyOn(store, 'batchGet');
  const [room, nobody, ana] = await getDocuments(store, [rooms.at('north', 2), people.at('x'), people.at('ana')]);
  expectTypeOf(room).toEqualTypeOf<Document<{ guests: string[] }> | undefined>();
  expect([room?.data.guests, nobody, ana?.data.age]).toEqual([['ana'], undefined, 40]);
  const look = await readDocuments(store, [rooms.at('north', 2), people.at('ana')]);
  expect([look(people.at('ana'))?.age, look(rooms.at('north', 2))?.guests]).toEqual([40, ['ana']]);
  expect(look(people.at('not read'))).toBeUndefined();
  expect(batchGet).toHaveBeenCalledTimes(2);
});

test('nothing is asked of the store for no document', async () => {
  const store = await createStore();
  const batchGet = vi.spyOn(store, 'batchGet');
  expect(await getDocuments(store, [])).toEqual([]);
  expect((await readDocuments(store, []))(people.at('ana'))).toBeUndefined();
  expect(batchGet).not.toHaveBeenCalled();
});

test('a document that does not fit its collection is an error that names its path and what is wrong', async () => {
  const store = await createFormerStore();
  const message = /^people\/eva does not fit its collection: age: .*number/;
  await expect(getDocument(store, people.at('eva'))).rejects.toThrow(message);
  await expect(getDocuments(store, [people.at('ana'), people.at('eva')])).rejects.toThrow(message);
  await expect(queryDocuments(store, people, {})).rejects.toThrow(message);
  const read: string[] = [];
  const readAll = async () => {
    for await (const { path } of everyDocument(store, people)) read.push(path);
  };
  await expect(readAll()).rejects.toThrow(message);
  expect(read).toEqual(['people/ana']);
  const error = await getDocument(store, people.at('eva')).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MisfitDocument);
  expect(error).toMatchObject({ path: 'people/eva', cause: expect.any(z.ZodError) });
});

test("it is in nobody's way who does not look at it", async () => {
  const store = await createFormerStore();
  const look = await readDocuments(store, [people.at('ana'), people.at('eva')]);
  expect(look(people.at('ana'))?.age).toBe(40);
  expect(() => look(people.at('eva'))).toThrow(MisfitDocument);
  const found = await queryDocuments(store, people, { where: [{ field: 'name', op: '==', value: 'Ana' }] });
  expect(found.map(({ data }) => data.age)).toEqual([40]);
});

test('a path that no document can have is missing, as one made from a part of an address', async () => {
  const store = await createStore();
  const odd = [people.at('__proto__'), people.at('a/b'), people.at('..')];
  expect(await getDocument(store, people.at('__proto__'))).toBeUndefined();
  expect((await getDocuments(store, [...odd, people.at('ana')])).map((document) => document?.data)).toEqual([
    ...[undefined, undefined, undefined],
    { name: 'Ana', age: 40 },
  ]);
  const unit = new UnitOfWork(store);
  await unit.read(odd);
  expect(odd.map((ref) => unit.get(ref))).toEqual([undefined, undefined, undefined]);
});

test('a document that cannot change is validated once by each schema', async () => {
  const [document] = await (await createStore()).batchGet([people.at('ana').path]);
  const store = { batchGet: async () => [Object.freeze(document)] };
  const validate = vi.spyOn(people.schema, 'safeParse');
  for (const _ of [1, 2]) expect(await getDocument(store, people.at('ana'))).toBe(document);
  expect(validate).toHaveBeenCalledOnce();
  const nameless = { ...people, schema: z.strictObject({ age: z.int() }) };
  for (const _ of [1, 2]) {
    await expect(getDocument(store, { path: people.at('ana').path, collection: nameless })).rejects.toThrow(
      MisfitDocument,
    );
  }
});

test('a derived document that does not fit is passed over and reported where a reader can, and made anew', async () => {
  const store = await createFormerStore();
  await store.commit([setDocument(people.at('ida'), { name: 'Ida', age: 7 })]);
  const cards = { ...people, isDerived: true };
  const [ana, eva, ida] = ['ana', 'eva', 'ida'].map((id) => ({ path: people.at(id).path, collection: cards }));
  if (!ana || !eva || !ida) throw new Error('There are three');
  const byName = (limit: number) =>
    queryDocuments(reader, cards, { orderBy: [{ field: 'name', direction: 'asc' }], limit });
  const passOver = vi.fn();
  const reader = { ...store, passOver };

  expect(await getDocument(reader, eva)).toBeUndefined();
  expect((await getDocuments(reader, [ana, eva])).map((document) => document?.data.name)).toEqual(['Ana', undefined]);
  expect((await readDocuments(reader, [eva]))(eva)).toBeUndefined();
  // Those behind it take its place.
  expect((await byName(2)).map(({ data }) => data.name)).toEqual(['Ana', 'Ida']);
  expect(await byName(3)).toHaveLength(2);
  const every: string[] = [];
  for await (const { data } of everyDocument(reader, cards)) every.push(data.name);
  expect(every).toEqual(['Ana', 'Ida']);
  expect(passOver.mock.calls.every(([misfit]) => misfit.path === eva.path)).toBe(true);
  expect(passOver).toHaveBeenCalled();

  const unit = new UnitOfWork(reader);
  await unit.read([eva]);
  expect(unit.get(eva)).toBeUndefined();
  unit.set(eva, { name: 'Eva', age: 40 });
  await unit.commit();
  expect((await getDocument(reader, eva))?.data).toEqual({ name: 'Eva', age: 40 });
});

test('a derived document that does not fit is an error where nobody is told', async () => {
  const store = await createFormerStore();
  const eva = { path: people.at('eva').path, collection: { ...people, isDerived: true } };
  await expect(getDocument(store, eva)).rejects.toThrow(MisfitDocument);
  await expect(getDocument({ ...store, passOver: () => {} }, people.at('eva'))).rejects.toThrow(MisfitDocument);
});
