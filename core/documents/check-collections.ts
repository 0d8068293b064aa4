import { type Collection, isInOpaque, type OpaqueMembers, opaqueMembers } from './collection.ts';
import { isCollectionName } from './document-path.ts';
import { isFieldPath } from './field-path.ts';

export interface CheckedCollection extends Collection {
  opaqueMembers: OpaqueMembers;
}

/** The collections that a store knows, by name. */
export type Collections = ReadonlyMap<string, CheckedCollection>;

/**
 * The declared collections by name.
 * @throws {TypeError} with the error in a declaration: a programming error, found at startup.
 */
export function checkCollections(collections: readonly Collection[]): Collections {
  const byName = new Map<string, CheckedCollection>();
  for (const collection of collections) {
    const { name } = collection;
    if (!isCollectionName(name)) {
      throw new TypeError(`Collection "${name}": a name is 1 to 64 lowercase letters, digits and hyphens`);
    }
    if (byName.has(name)) throw new TypeError(`Collection "${name}" is declared twice`);
    const opaque = opaqueMembers(collection);
    for (const index of collection.indexes) checkIndex(name, index, opaque);
    for (const field of collection.feed ?? []) {
      if (!isFieldPath(field) || isInOpaque(opaque, field)) {
        throw new TypeError(`Collection "${name}": the change feed cannot tell "${field}"`);
      }
    }
    byName.set(name, { ...collection, opaqueMembers: opaque });
  }
  return byName;
}

function checkIndex(collection: string, index: Collection['indexes'][number], opaque: OpaqueMembers): void {
  const fields = index.map(({ field }) => field);
  const wrong = (reason: string) =>
    new TypeError(`Collection "${collection}", index [${fields.join(', ')}]: ${reason}`);
  if (fields.length === 0) throw wrong('it names no field');
  if (new Set(fields).size < fields.length) throw wrong('it names a field twice');
  for (const entry of index) {
    if (!isFieldPath(entry.field)) throw wrong(`"${entry.field}" is not a dotted path of member names`);
    if (isInOpaque(opaque, entry.field)) throw wrong(`"${entry.field}" is opaque`);
    if (!('array' in entry) && entry.direction !== 'asc' && entry.direction !== 'desc') {
      throw wrong(`"${entry.field}" has no direction`);
    }
  }
  if (index.filter((entry) => 'array' in entry).length > 1) throw wrong('it has more than one array field');
}
