/** Writes what a cloud project needs to know of the declared collections: `cloud/firestore.indexes.json` and `cloud/firestore.rules`. */
import { writeFileSync } from 'node:fs';
import { FIRESTORE_RULES, firestoreIndexes } from '#adapters/firestore/firestore-indexes.ts';
import { collections } from '../server/services/services.ts';

const folder = new URL('../cloud/', import.meta.url);
writeFileSync(new URL('firestore.indexes.json', folder), `${JSON.stringify(firestoreIndexes(collections), null, 2)}\n`);
writeFileSync(new URL('firestore.rules', folder), FIRESTORE_RULES);
