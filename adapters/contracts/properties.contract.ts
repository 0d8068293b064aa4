import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Aggregation,
  Document,
  DocumentPath,
  DocumentStore,
  ListenTarget,
} from '#core/documents/document-store.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { commit, query, setting, targetQuery } from './arbitraries.ts';
import { type ContractStoreOptions, type CreateStore, people, type StoreLimits, things } from './contract-store.ts';
import { ReferenceStore } from './reference-store.ts';
import { listenWithReplica, type Replica } from './replica.ts';

/** Runs of each property. They are others each time. */
const RUNS = 50;

const AGGREGATIONS: Aggregation[] = [
  { kind: 'count' },
  { kind: 'sum', field: 'n' },
  { kind: 'average', field: 'deep.n' },
];

/** Properties that hold for any commits, queries and listeners. */
export function describeProperties(createStore: CreateStore, { runs = Number.POSITIVE_INFINITY }: StoreLimits): void {
  const withStore = async (options: Partial<ContractStoreOptions>, use: (store: DocumentStore) => Promise<void>) => {
    const store = await createStore({ collections: [things, people], ...options });
    try {
      await use(store);
    } finally {
      await store.close();
    }
  };

  describe('whatever happens', () => {
    test('commits leave what the reference has, and fail as it does', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(commit, { minLength: 1, maxLength: 12 }), (commits) =>
          withStore({ now: () => 1000 }, async (store) => {
            const reference = new ReferenceStore();
            const versions = new Map<string, number | undefined>();
            for (const writes of commits) {
              // The reference counts commits; translate their numbers to versions in preconditions.
              const translated = writes.map((write) => {
                const version = write.precondition?.version;
                return version === undefined
                  ? write
                  : { ...write, precondition: { version: versions.get(`${write.path} ${version}`) ?? -1 } };
              });
              const expected = reference.commit(writes, 1000);
              const outcome = await store.commit(translated).catch((error: Error) => error.name);
              expect(typeof outcome === 'string' ? outcome : undefined).toBe(expected);
              if (typeof outcome === 'string') continue;
              for (const [i, { path }] of writes.entries()) {
                versions.set(`${path} ${reference.version}`, outcome.versions[i]);
              }
            }
            const found = await store.runQuery({ collection: 'things' });
            const paths = found.map(({ path }) => path);
            expect(paths).toEqual(reference.query({ collection: 'things' }));
            for (const { path, data, version } of found) {
              const held = reference.documents.get(path);
              expect(data).toEqual(held?.data);
              expect(version).toBe(versions.get(`${path} ${held?.version}`));
            }
            expect(await store.batchGet(paths)).toEqual(found);
          }),
        ),
        { numRuns: Math.min(RUNS, runs) },
      );
    });

    test('queries and aggregations give what the reference gives', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(setting, { minLength: 1, maxLength: 3 }),
          fc.array(query, { minLength: 10, maxLength: 25 }),
          (commits, queries) =>
            withStore({}, async (store) => {
              const reference = new ReferenceStore();
              for (const writes of commits) {
                reference.commit(writes, 0);
                await store.commit(writes);
              }
              const greatest = greatestNumber(reference);
              for (const asked of queries) {
                const expected = reference.query(asked);
                const found = await store.runQuery(asked);
                expect(found.map(({ path }) => path)).toEqual(expected);
                expect(found).toEqual(await store.batchGet(expected as DocumentPath[]));
                const numbers = await store.runAggregation(asked, AGGREGATIONS);
                const wanted = reference.aggregate(asked, AGGREGATIONS);
                for (const [i, number] of numbers.entries()) expectClose(number, wanted[i] ?? null, greatest);
              }
            }),
        ),
        { numRuns: Math.min(RUNS, runs) },
      );
    });

    test('a listener knows at any time what a query gives, also with interruptions', async () => {
      const target = fc.oneof(
        targetQuery.map((each): ListenTarget => ({ query: each })),
        fc.constant<ListenTarget>({ documents: ['things/a', 'things/b', 'things/😀'] }),
      );
      const step = fc.record({ writes: commit, interrupted: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(
          fc.array(target, { minLength: 1, maxLength: 4 }),
          fc.array(step, { minLength: 1, maxLength: 12 }),
          fc.constantFrom(3, 1000),
          (targets, steps, rows) =>
            withStore({ changeRetention: { ageMs: 1e12, rows, bytes: 1e9 } }, async (store) => {
              let replicas = targets.map((each) => listenWithReplica(store, each));
              for (const { writes, interrupted } of steps) {
                await settle(store, targets, replicas);
                if (interrupted) for (const replica of replicas) replica.stop();
                await store.commit(writes).catch(() => {});
                if (interrupted) replicas = targets.map((each, i) => listenWithReplica(store, each, replicas[i]));
              }
              await settle(store, targets, replicas);
            }),
        ),
        // Every failing run waits until `eventually` gives up, so shrinking would exceed the timeout of the test.
        { numRuns: Math.min(RUNS, runs), endOnFailure: true },
      );
    });
  });
}

/** Waits until each listener has a snapshot and its copy matches the current query result. */
async function settle(store: DocumentStore, targets: ListenTarget[], replicas: Replica[]): Promise<void> {
  for (const [i, target] of targets.entries()) {
    const now = 'query' in target ? await store.runQuery(target.query) : await store.batchGet(target.documents);
    const expected = now.filter((document): document is Document => document !== undefined);
    await eventually(() => {
      expect(replicas[i]?.errors).toEqual([]);
      expect(replicas[i]?.snapshots.length).toBeGreaterThan(0);
      expect(new Map(replicas[i]?.documents)).toEqual(new Map(expected.map((document) => [document.path, document])));
    });
  }
}

/** Floating-point sums depend on their order: allow a small error relative to the greatest number. */
function expectClose(number: number | null, expected: number | null, greatest: number): void {
  if (number === null || expected === null) expect(number).toBe(expected);
  else if (Number.isFinite(expected)) expect(Math.abs(number - expected)).toBeLessThanOrEqual(greatest * 1e-9);
}

/** The greatest absolute value of a number in the documents. */
function greatestNumber(reference: ReferenceStore): number {
  const json = JSON.stringify(Array.from(reference.documents.values(), ({ data }) => [data.n, data.deep]));
  return Math.max(0, ...Array.from(json.matchAll(/[\d.]+(e[+-]?\d+)?/g), ([digits]) => Number(digits) || 0));
}
