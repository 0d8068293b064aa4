import type { Collection, IndexField } from '#core/documents/collection.ts';
import { FEED, FEED_MEMBER } from './feed-documents.ts';
import { fieldName } from './stored-document.ts';
import { HEAD_MEMBER, HEADS, PART_MEMBER, PARTS } from './stored-draft.ts';

type Order = 'ASCENDING' | 'DESCENDING';

interface IndexKind {
  order?: Order;
  arrayConfig?: 'CONTAINS';
}

/** The contents of `firestore.indexes.json`. */
export interface FirestoreIndexes {
  indexes: { collectionGroup: string; queryScope: 'COLLECTION'; fields: (IndexKind & { fieldPath: string })[] }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    ttl?: boolean;
    indexes: (IndexKind & { queryScope: 'COLLECTION' })[];
  }[];
}

/**
 * The service's indexes of the declared collections. Nothing else is indexed: single fields only where an index of one field is
 * declared.
 */
export function firestoreIndexes(collections: readonly Collection[]): FirestoreIndexes {
  const sorted = collections.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    indexes: sorted.flatMap(({ name, indexes }) =>
      indexes
        .filter((index) => index.length > 1)
        .map((index) => ({ collectionGroup: name, queryScope: 'COLLECTION' as const, fields: index.map(toIndexed) })),
    ),
    fieldOverrides: [
      { collectionGroup: FEED, fieldPath: FEED_MEMBER.changes, indexes: [] },
      { collectionGroup: FEED, fieldPath: FEED_MEMBER.expires, ttl: true, indexes: [] },
      ...[HEAD_MEMBER.name, HEAD_MEMBER.state, HEAD_MEMBER.tail].map((fieldPath) => ({
        collectionGroup: HEADS,
        fieldPath,
        indexes: [],
      })),
      { collectionGroup: PARTS, fieldPath: PART_MEMBER, indexes: [] },
      ...sorted.flatMap(({ name, indexes }) => [
        // Every member, with one of the 200 configurations that a project without billing has.
        { collectionGroup: name, fieldPath: '*', indexes: [] },
        ...singleFields(indexes).map(([field, orders]) => ({
          collectionGroup: name,
          fieldPath: fieldName(field),
          indexes: orders,
        })),
      ]),
    ],
  };
}

/** The rules of the service for browsers and phones: no such client may read or write anything. */
export const FIRESTORE_RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if false;
    }
  }
}
`;

function toIndexed(entry: IndexField): IndexKind & { fieldPath: string } {
  const fieldPath = fieldName(entry.field);
  return 'array' in entry
    ? { fieldPath, arrayConfig: 'CONTAINS' }
    : { fieldPath, order: entry.direction === 'asc' ? 'ASCENDING' : 'DESCENDING' };
}

/** The fields of all indexes, each with the index that the service needs to compare or order it alone, or to merge. */
function singleFields(indexes: IndexField[][]): [field: string, kinds: (IndexKind & { queryScope: 'COLLECTION' })[]][] {
  const queryScope = 'COLLECTION';
  const fields = new Map<string, { isOrdered: boolean; isArray: boolean }>();
  for (const entry of indexes.flat()) {
    const kinds = fields.get(entry.field) ?? { isOrdered: false, isArray: false };
    kinds['array' in entry ? 'isArray' : 'isOrdered'] = true;
    fields.set(entry.field, kinds);
  }
  return [...fields]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, { isOrdered, isArray }]) => [
      field,
      [
        ...(isOrdered ? (['ASCENDING', 'DESCENDING'] as const).map((order) => ({ queryScope, order }) as const) : []),
        ...(isArray ? [{ queryScope, arrayConfig: 'CONTAINS' } as const] : []),
      ],
    ]);
}
