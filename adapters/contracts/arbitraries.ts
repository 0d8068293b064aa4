import fc from 'fast-check';
import type {
  DocumentData,
  Filter,
  JsonValue,
  Precondition,
  Query,
  Scalar,
  Transform,
  Write,
} from '#core/documents/document-store.ts';
import { anyText } from './any-text.ts';
import { orderOf } from './reference-store.ts';

/** Few, so that writes collide, and unusual, to find bugs. */
const IDS = ['a', 'b', 'B', 'é', '\uffee', '😀', "o'hara", '%_', '10', '9'];
const FIELDS = ['a', 'b', 'n', 'deep.n'];

const integer = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(2 ** 53, 585818790552840400, -(2 ** 62), 1e21),
);
const text = fc.oneof(
  fc.constantFrom('', 'a', 'B', 'é', '\ue000', '😀', 'a\u0000b', '1', 'true', "'"),
  anyText({ maxLength: 4 }),
);

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 2, 'a', 'b', true, null) },
  { weight: 2, arbitrary: integer },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: fc.boolean() },
);

const member: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>([1], { n: 1 }, [], { n: { n: 2 } }) },
);

/** What an array may contain: no array. */
const element = member.filter((value) => !Array.isArray(value));

const data: fc.Arbitrary<DocumentData> = fc.record(
  {
    a: member,
    b: member,
    n: fc.oneof(integer, member),
    tags: fc.oneof({ weight: 5, arbitrary: fc.array(element, { maxLength: 4 }) }, { weight: 1, arbitrary: scalar }),
    deep: fc.oneof(fc.record({ n: member, m: scalar }, { requiredKeys: [] }), scalar),
  },
  { requiredKeys: [] },
);

const path = fc.constantFrom(...IDS).map((id) => `things/${id}` as const);

const transform: fc.Arbitrary<Transform> = fc
  .tuple(
    fc.constantFrom('a', 'n', 'tags', 'deep.n', 'deep.x.y'),
    fc.integer({ min: -3, max: 3 }),
    fc.array(element, { maxLength: 3 }),
  )
  .chain(([field, n, values]) =>
    fc.constantFrom<Transform>(
      { field, kind: 'increment', by: n },
      { field, kind: 'maximum', value: n },
      { field, kind: 'minimum', value: n },
      { field, kind: 'array-union', values },
      { field, kind: 'array-remove', values },
      { field, kind: 'server-time' },
    ),
  );

const transforms = fc.array(transform, { maxLength: 2 });
const precondition: fc.Arbitrary<Precondition> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ exists: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ version: fc.integer({ min: 1, max: 8 }) }) },
);
const fields = fc.dictionary(
  fc.constantFrom('a', 'b', 'n', 'tags', 'deep.n', 'deep.m.x'),
  fc.option(member, { nil: undefined }),
  {
    maxKeys: 3,
  },
);

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), path, data, transforms, precondition }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), path, fields, transforms, precondition }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), path, precondition }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('verify' as const), path, precondition }) },
);

/** The writes of one commit, each to another document. */
export const commit: fc.Arbitrary<Write[]> = fc.uniqueArray(write, {
  selector: (each) => each.path,
  minLength: 1,
  maxLength: 5,
});

/** A commit of `set` writes that cannot fail. */
export const setting: fc.Arbitrary<Write[]> = fc.uniqueArray(
  fc.record({ kind: fc.constant('set' as const), path, data }),
  { selector: (each) => each.path, minLength: 1, maxLength: IDS.length },
);

const filter: fc.Arbitrary<Filter> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ field: fc.constantFrom('a', 'b'), op: fc.constant('==' as const), value: scalar }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      field: fc.constantFrom(...FIELDS),
      op: fc.constantFrom('==' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
      value: scalar,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      field: fc.constantFrom(...FIELDS),
      op: fc.constant('in' as const),
      values: fc.array(scalar, { minLength: 1, maxLength: 5 }),
    }),
  },
);
const contains = fc.record({
  field: fc.constant('tags'),
  op: fc.constant('array-contains' as const),
  value: scalar.filter((value) => value !== null),
});
const direction = fc.constantFrom('asc' as const, 'desc' as const);

/** A query over `things` that is also valid for a listener. */
export const targetQuery: fc.Arbitrary<Query> = fc
  .record({
    filters: fc.array(filter, { maxLength: 2 }),
    contains: fc.option(contains, { freq: 2, nil: undefined }),
    orderBy: fc.uniqueArray(fc.record({ field: fc.constantFrom(...FIELDS), direction }), {
      selector: ({ field }) => field,
      maxLength: 2,
    }),
    limit: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  })
  .map(({ filters, contains, orderBy, limit }) => ({
    collection: 'things',
    where: contains ? [...filters, contains] : filters,
    orderBy,
    ...(limit !== undefined && { limit }),
  }));

/** Any query over `things`. */
export const query: fc.Arbitrary<Query> = targetQuery.chain((target) =>
  fc
    .record({
      offset: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      places: fc.option(fc.tuple(...orderOf(target).map(() => scalar), fc.constantFrom(...IDS)), { nil: undefined }),
    })
    .map(({ offset, places }) => ({
      ...target,
      ...(offset !== undefined && { offset }),
      ...(places && { startAfter: places as Scalar[] }),
    })),
);
