import type { ZodType } from 'zod';
import type { Order } from './document-store.ts';

/**
 * A field of an index. `array` indexes each value of an array field; an index has at most one such field.
 */
export type IndexField = Order | { field: string; array: true };

/** Who may read a collection's documents: anyone at all, or only signed-in people whom the policy table lets. */
type CollectionPolicy = { read: 'public' | 'private' };

/** One collection: its name, the shape of its documents, its indexes and who may read it. Declared in one place each. */
export interface Collection<T = unknown> {
  /** Lower-case letters, digits and hyphens, at most 64 of them. */
  name: string;
  /** Judges every document on its way in; synchronous. What it would transform or add is not stored. */
  schema: ZodType<T>;
  /** Each a list of fields: those compared for equality first, then the order. */
  indexes: IndexField[][];
  policy: CollectionPolicy;
}

/** Gives the collection its type; nothing else. */
export function defineCollection<T>(collection: Collection<T>): Collection<T> {
  return collection;
}
