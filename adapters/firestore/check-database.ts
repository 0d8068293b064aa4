import type { Collection } from '#core/documents/collection.ts';
import { InvalidQuery, StoreUnavailable } from '#core/documents/errors.ts';
import { type Connection, connect, type FirestoreAddress } from './connect.ts';
import { type FirestoreIndexes, firestoreIndexes } from './firestore-indexes.ts';
import type { RpcQuery } from './firestore-rpc.ts';

/** Queries at once. */
const AT_ONCE = 20;

const DEPLOY = 'run `npx firebase-tools deploy --only firestore --project PROJECT` in the folder cloud/';

/** What keeps the site from using a database, or is not safe: one sentence each, for the operator. */
export interface DatabaseProblems {
  database: string[];
  indexes: string[];
  rules: string[];
}

/** Asks one query of each declared index, so that it needs no right but that to read; each is billed as a read. */
export async function checkDatabase({
  collections,
  apiKey,
  ...address
}: FirestoreAddress & { collections: readonly Collection[]; apiKey: string }): Promise<DatabaseProblems> {
  const connection = connect(address);
  const deploy = DEPLOY.replace('PROJECT', address.project);
  try {
    const { indexes } = firestoreIndexes(collections);
    const missing: string[] = [];
    for (let from = 0; from < indexes.length; from += AT_ONCE) {
      const asked = indexes.slice(from, from + AT_ONCE);
      const found = await Promise.all(asked.map((index) => hasIndex(connection, index)));
      missing.push(...asked.filter((_, i) => !found[i]).map(({ collectionGroup }) => collectionGroup));
    }
    const names = [...new Set(missing)].join(', ');
    const lack = `${missing.length} of ${indexes.length} indexes are missing or still being built, of ${names}: ${deploy} and wait until they are built.`;
    return {
      database: [],
      indexes: missing.length > 0 ? [lack] : [],
      rules: await rulesProblems(address, apiKey, deploy),
    };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const { database, project } = address;
    return {
      database: [`The database ${database} of the project ${project} cannot be used: ${error.message}`],
      indexes: [],
      rules: [],
    };
  } finally {
    await connection.close();
  }
}

async function hasIndex(connection: Connection, index: FirestoreIndexes['indexes'][number]): Promise<boolean> {
  try {
    const request = { parent: connection.root, structuredQuery: queryOf(index) };
    await connection.collect((rpc, options) => rpc.runQuery(request, options));
    return true;
  } catch (error) {
    if (error instanceof InvalidQuery) return false;
    throw error;
  }
}

/** A query that this index serves: it compares the fields up to an array, and orders by the others. */
function queryOf({ collectionGroup, fields }: FirestoreIndexes['indexes'][number]): RpcQuery {
  const compared = fields.slice(0, fields.findIndex(({ arrayConfig }) => arrayConfig) + 1);
  const filters = compared.map(({ fieldPath, arrayConfig }) => ({
    fieldFilter: { field: { fieldPath }, op: arrayConfig ? 'ARRAY_CONTAINS' : 'EQUAL', value: { stringValue: '' } },
  }));
  const orders = fields
    .slice(compared.length)
    .map(({ fieldPath, order = 'ASCENDING' }) => ({ field: { fieldPath }, direction: order }));
  const direction = orders.at(-1)?.direction ?? 'ASCENDING';
  return {
    from: [{ collectionId: collectionGroup }],
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND' as const, filters } } }),
    orderBy: [...orders, { field: { fieldPath: '__name__' }, direction }],
    limit: { value: 1 },
  };
}

/** Asks like a browser that has only the API key. */
async function rulesProblems(
  { project, database, emulatorHost }: FirestoreAddress,
  apiKey: string,
  deploy: string,
): Promise<string[]> {
  const origin = emulatorHost === undefined ? 'https://firestore.googleapis.com' : `http://${emulatorHost}`;
  const address = `${origin}/v1/projects/${project}/databases/${database}/documents/users?pageSize=1`;
  try {
    const { status } = await fetch(address, {
      headers: { 'X-Goog-Api-Key': apiKey },
      signal: AbortSignal.timeout(10_000),
    });
    if (status === 401 || status === 403) return [];
    return [
      status === 200
        ? `Everybody who has the API key may read the database: ${deploy}, whose rules refuse that.`
        : `Whether the rules refuse browsers could not be checked: the service answered ${status}.`,
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`Whether the rules refuse browsers could not be checked: ${reason}.`];
  }
}
