import type { ZodType } from 'zod';
import type { Order } from './document-store.ts';

/** A field of an index. `array` indexes each value of an array field; at most one per index. */
export type IndexField = Order | { field: string; array: true };

/** Who may read a collection's documents: anyone, or only signed-in people whom the policy table allows. */
type CollectionPolicy = { read: 'public' | 'private' };

/** A collection: its name, schema, indexes and read policy. Declared in one place each. */
export interface Collection<T = unknown> {
  /** Lower-case letters, digits and hyphens, at most 64 of them. */
  name: string;
  /** Validates every document before it is written; synchronous. Values that it transforms or adds are not stored. */
  schema: ZodType<T>;
  /** Lists of fields: those compared for equality first, then those of the order. */
  indexes: IndexField[][];
  policy: CollectionPolicy;
}

/** Declares the type of a collection; the value is returned unchanged. */
export function defineCollection<T>(collection: Collection<T>): Collection<T> {
  return collection;
}
