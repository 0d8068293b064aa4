import type { Collection } from './collection.ts';
import { isCollectionName } from './document-path.ts';
import { isFieldPath } from './field-path.ts';

/** The collections that a store knows, by name. */
export type Collections = ReadonlyMap<string, Collection>;

/**
 * The declared collections by name.
 * @throws {TypeError} with the error in a declaration: a programming error, found at startup.
 */
export function checkCollections(collections: readonly Collection[]): Collections {
  const byName = new Map<string, Collection>();
  for (const collection of collections) {
    const { name } = collection;
    if (!isCollectionName(name)) {
      throw new TypeError(`Collection "${name}": a name is 1 to 64 lowercase letters, digits and hyphens`);
    }
    if (byName.has(name)) throw new TypeError(`Collection "${name}" is declared twice`);
    for (const index of collection.indexes) checkIndex(name, index);
    byName.set(name, collection);
  }
  return byName;
}

function checkIndex(collection: string, index: Collection['indexes'][number]): void {
  const fields = index.map(({ field }) => field);
  const wrong = (reason: string) =>
    new TypeError(`Collection "${collection}", index [${fields.join(', ')}]: ${reason}`);
  if (fields.length === 0) throw wrong('it names no field');
  if (new Set(fields).size < fields.length) throw wrong('it names a field twice');
  for (const entry of index) {
    if (!isFieldPath(entry.field)) throw wrong(`"${entry.field}" is not a dotted path of member names`);
    if (!('array' in entry) && entry.direction !== 'asc' && entry.direction !== 'desc') {
      throw wrong(`"${entry.field}" has no direction`);
    }
  }
  if (index.filter((entry) => 'array' in entry).length > 1) throw wrong('it has more than one array field');
}
