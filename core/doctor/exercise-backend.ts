import type { Passwords } from '../accounts/passwords.ts';
import type { Collection } from '../documents/collection.ts';
import type { DocumentPath, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import type { DraftLog } from '../drafts/draft-log.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import type { FileStore } from '../media/file-store.ts';

interface ExercisedBackend {
  store: DocumentStore;
  draftLog: DraftLog;
  files: FileStore;
  passwords?: Passwords | undefined;
}

/** What was tried, in how many milliseconds, and what is wrong. */
export interface Exercise {
  name: string;
  ms: number;
  problems: string[];
}

/** Milliseconds until a change must have been told. */
const PATIENCE = 10_000;

const CONTENDERS = 20;

/** The first collection that has a document; `undefined` if the store is empty. */
export async function findOccupied(
  store: DocumentStore,
  collections: readonly Collection[],
): Promise<string | undefined> {
  for (const { name } of collections) {
    if ((await store.runQuery({ collection: name, limit: 1 })).length > 0) return name;
  }
  return undefined;
}

/** What is tried, and how: it throws what is wrong. */
type Trial = [name: string, run: () => Promise<void>];

/**
 * Tries what the product needs most of its services, in documents, a draft and a password of its own, which it deletes, and a file,
 * which stays: for a store that is empty.
 */
export async function exerciseBackend({ store, draftLog, files, passwords }: ExercisedBackend): Promise<Exercise[]> {
  const path = jobs.at(`check-${crypto.randomUUID()}`).path;
  const draft = `item/check-${crypto.randomUUID()}/es`;
  const trials: Trial[] = [
    ...trialsOfWrites(store, path),
    ...trialsOfListening(store, path),
    ['drafts that several write', () => writeDraft(draftLog, draft)],
    ['files and their parts', () => readPart(files)],
    ['passwords', async () => passwords && holdPassword(passwords)],
  ];
  const done: Exercise[] = [];
  for (const [name, run] of trials) {
    const began = performance.now();
    const problems = await run().then(
      () => [],
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    );
    done.push({ name, ms: Math.round(performance.now() - began), problems });
  }
  await Promise.allSettled([store.commit([{ kind: 'delete', path }]), draftLog.remove(draft)]);
  return done;
}

/** A change of the document, which must be there. */
function countUp(path: DocumentPath): Write {
  return { kind: 'update', path, fields: {}, transforms: [{ field: 'until', kind: 'increment', by: 1 }] };
}

function trialsOfWrites(store: DocumentStore, path: DocumentPath): Trial[] {
  const update = countUp(path);
  const read = async () => (await store.batchGet([path]))[0];
  return [
    [
      'a document is created once',
      async () => {
        const create: Write = { kind: 'set', path, data: { until: 0 }, precondition: { exists: false } };
        await store.commit([create]);
        require(await isRefused(() => store.commit([create])), 'It was created twice.');
      },
    ],
    [
      'changes at the same time are all applied',
      async () => {
        await Promise.all(Array.from({ length: CONTENDERS }, () => store.commit([update])));
        const { until } = (await read())?.data ?? {};
        require(until === CONTENDERS, `Of ${CONTENDERS} changes, ${until} were applied.`);
      },
    ],
    [
      'a stale version is refused',
      async () => {
        const stale = { version: (await read())?.version ?? 0 };
        await store.commit([update]);
        const isSafe = await isRefused(() => store.commit([{ ...update, precondition: stale }]));
        require(isSafe, 'A change at a former version was applied.');
      },
    ],
    [
      'queries and counts',
      async () => {
        const found = await store.runQuery({ collection: jobs.name });
        const [count] = await store.runAggregation({ collection: jobs.name }, [{ kind: 'count' }]);
        require(found.length === 1 && count === 1, `${found.length} documents were found and ${count} counted, of 1.`);
      },
    ],
  ];
}

function trialsOfListening(store: DocumentStore, path: DocumentPath): Trial[] {
  const update = countUp(path);
  return [
    [
      'the change feed',
      async () => {
        const told = await received((tell, onError) =>
          store.followChanges(
            [jobs.name],
            ({ changes }) => (changes.length > 0 ? tell() : void store.commit([update]).catch(onError)),
            { onError },
          ),
        );
        require(told, 'A change was not told within 10 s.');
      },
    ],
    [
      'listening to a document',
      async () => {
        const told = await received((tell, onError) =>
          store.listen(
            { documents: [path] },
            ({ kind }) => (kind === 'changes' ? tell() : void store.commit([update]).catch(onError)),
            { onError },
          ),
        );
        require(told, 'A change was not told within 10 s.');
      },
    ],
  ];
}

async function writeDraft(draftLog: DraftLog, draft: string): Promise<void> {
  const updates = Array.from({ length: CONTENDERS }, (_, index) => new Uint8Array([index]));
  await Promise.all(updates.map((each) => draftLog.append(draft, each)));
  const kept = new Set((await draftLog.read(draft)).map(({ update: [first] }) => first));
  require(kept.size === CONTENDERS, `Of ${CONTENDERS} updates, ${kept.size} are there.`);
}

async function readPart(files: FileStore): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  await files.write('checks/probe', bytes);
  const part = await files.readPart('checks/probe', 30_000, 10);
  require(part?.size === bytes.length && `${part.bytes}` === `${bytes.slice(30_000, 30_010)}`, 'A part differs.');
}

async function holdPassword(passwords: Passwords): Promise<void> {
  const holder = await passwords.hold('lámpara río sereno');
  const right = await passwords.verify(holder, 'lámpara río sereno', undefined);
  const wrong = await passwords.verify(holder, 'lampara rio sereno', undefined);
  await passwords.provider?.release(holder);
  require(right && !wrong, right ? 'A wrong password is taken.' : 'The right password is refused.');
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

async function isRefused(commit: () => Promise<unknown>): Promise<boolean> {
  try {
    await commit();
    return false;
  } catch (error) {
    if (error instanceof PreconditionFailed) return true;
    throw error;
  }
}

/** Whether `begin` calls `tell` in time. @param begin returns how to stop @throws the error that it was told */
async function received(begin: (tell: () => void, onError: (error: Error) => void) => () => void): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PATIENCE);
  const stop = begin(() => resolve(true), reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
