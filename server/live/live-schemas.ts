import { type ZodType, z } from 'zod';
import type { DocumentPath } from '#core/documents/document-store.ts';
import {
  type CountRequest,
  type ListenRequest,
  LONG_POLLING,
  MOST_CHANGES,
  MOST_LIMBO_DOCUMENTS,
  MOST_OF_QUERY,
  MOST_PENDING_BATCHES,
  MOST_TARGETS,
  type RegisterRequest,
  type WriteRequest,
} from '#core/live/live-protocol.ts';

const id = z.string().min(1).max(200);
const field = z.string().min(1).max(200);
const scalar = z.union([z.string().max(1_500), z.number(), z.boolean(), z.null()]);
const element = z.union([z.string().max(1_500), z.number(), z.boolean()]);
const path = z.custom<DocumentPath>((value) => typeof value === 'string' && value.length <= 1_600);
const data = z.record(z.string().max(200), z.json());
const paths = z.array(path).min(1).max(MOST_LIMBO_DOCUMENTS);

const filter = z.discriminatedUnion('op', [
  z.strictObject({ field, op: z.enum(['==', '<', '<=', '>', '>=']), value: scalar }),
  z.strictObject({ field, op: z.literal('in'), values: z.array(scalar).max(30) }),
  z.strictObject({ field, op: z.literal('array-contains'), value: element }),
]);

const conditions = {
  collection: z.string().max(64),
  where: z.array(filter).max(10).exactOptional(),
  orderBy: z
    .array(z.strictObject({ field, direction: z.enum(['asc', 'desc']) }))
    .max(5)
    .exactOptional(),
};

const query = z.strictObject({ ...conditions, limit: z.int().min(1).max(MOST_OF_QUERY) });

const target = z.union([z.strictObject({ query }), z.strictObject({ documents: paths })]);

const change = z.strictObject({ path, fields: data, seen: data.exactOptional() });

const writeRequest = z.strictObject({
  client: id,
  batches: z
    .array(z.strictObject({ number: z.int().positive(), changes: z.array(change).min(1).max(MOST_CHANGES) }))
    .min(1)
    .max(MOST_PENDING_BATCHES),
});

const aggregation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.enum(['sum', 'average']), field }),
]);

/** The bodies of the data client's calls. */
export const LIVE_SCHEMAS = {
  register: z.strictObject({ client: id.exactOptional() }) satisfies ZodType<RegisterRequest>,
  analytics: z.strictObject({}),
  get: z.strictObject({ paths }),
  query: z.strictObject({
    query: query.extend({ startAfter: z.array(scalar).max(10).exactOptional() }),
  }),
  count: z.strictObject({
    query: z.strictObject(conditions),
    aggregations: z.array(aggregation).min(1).max(5),
  }) satisfies ZodType<CountRequest>,
  commit: writeRequest satisfies ZodType<WriteRequest>,
  write: writeRequest satisfies ZodType<WriteRequest>,
  listen: z.strictObject({
    targets: z
      .array(z.strictObject({ id, target, resumeToken: z.string().max(500).exactOptional() }))
      .max(MOST_TARGETS),
    revisions: z.array(z.string().max(100)).max(20).exactOptional(),
    wait: z.int().min(LONG_POLLING.least).max(LONG_POLLING.most).exactOptional(),
  }) satisfies ZodType<ListenRequest>,
};
