import type { ZodType } from 'zod';
import type { DocumentPath, Order } from './document-store.ts';

/** A field of an index. `array` indexes each value of an array field; at most one per index. */
export type IndexField = Order | { field: string; array: true };

/** Who may read a collection's documents: anyone, or only signed-in people whom the policy table allows. */
type CollectionPolicy = { read: 'public' | 'private' };

/** A collection: its name, schema, indexes and read policy. Declared in one place each. */
export interface Collection<T = unknown> {
  /** Lower-case letters, digits and hyphens, at most 64 of them. */
  name: string;
  /** Validates every document that is written, and typed reads; synchronous. Values that it transforms or adds are ignored. */
  schema: ZodType<T>;
  /** Lists of fields: those compared for equality first, then those of the order. */
  indexes: IndexField[][];
  policy: CollectionPolicy;
  /** Whether its documents are made of others, and made anew with them: readers may pass over one that does not fit (`passOver`). */
  isDerived?: boolean;
  /**
   * Members that are stored as one value, so that they may hold any JSON, and that neither queries nor updates look into. Dotted
   * paths; `*` stands for any name.
   */
  opaque?: readonly string[];
  /** Members (dotted paths) that the change feed tells with each change. They are few and short, and not opaque. */
  feed?: readonly string[];
}

/** A reference to a document, whether or not it exists: its path, and the collection that types and validates it. */
export interface DocumentRef<T = unknown> {
  readonly path: DocumentPath;
  readonly collection: Collection<T>;
}

/** A collection that makes the paths of its documents, each from the parts of its key. */
export interface KeyedCollection<T, Key extends unknown[] = [id: string]> extends Collection<T> {
  /** The document with this key. The path is assembled, not checked. */
  at(...key: Key): DocumentRef<T>;
}

/** Declares a collection. `key` makes the id of a document from the parts of its key; by default the key is the id. */
export function defineCollection<T, Key extends unknown[] = [id: string]>({
  key = (...parts) => String(parts[0]),
  ...collection
}: Collection<T> & { key?: (...parts: Key) => string }): KeyedCollection<T, Key> {
  return { ...collection, at: (...parts) => ({ path: `${collection.name}/${key(...parts)}`, collection }) };
}

/** The opaque members of an object by name (`*` for any); those of inner objects are nested. */
export type OpaqueMembers = ReadonlyMap<string, OpaqueMembers | 'opaque'>;

/** The opaque members that a collection declares. */
export function opaqueMembers({ opaque = [] }: Pick<Collection, 'opaque'>): OpaqueMembers {
  const root = new Map<string, OpaqueMembers | 'opaque'>();
  for (const path of opaque) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let members = root;
    for (const name of names) {
      const inner = members.get(name) ?? new Map<string, OpaqueMembers | 'opaque'>();
      if (!(inner instanceof Map)) throw new TypeError(`"${path}" lies within an opaque member`);
      members.set(name, inner);
      members = inner;
    }
    members.set(last, 'opaque');
  }
  return root;
}

/** What is opaque below a member: all of it, some members, or nothing. */
export function opaqueBelow(
  members: OpaqueMembers | 'opaque' | undefined,
  name: string,
): OpaqueMembers | 'opaque' | undefined {
  return members === 'opaque' ? members : (members?.get(name) ?? members?.get('*'));
}

/** Whether a dotted path leads into an opaque member or names one. */
export function isInOpaque(members: OpaqueMembers, path: string): boolean {
  if (members.size === 0) return false;
  let below: OpaqueMembers | 'opaque' | undefined = members;
  for (const name of path.split('.')) below = opaqueBelow(below, name);
  return below === 'opaque';
}
