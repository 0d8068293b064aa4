import { z } from 'zod';
import { idOf, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { getDocument, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import { presence } from '#core/drafts/presence.ts';
import { type JobRecord, jobs } from '#core/jobs/jobs-collection.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import { builds } from '#core/site/builds-collection.ts';
import type { Instance } from '#core/system/system-report.ts';
import { StartFailure } from '../process/start-failure.ts';
import { SECRET_CHECK } from '../services/same-secret.ts';
import type { Services } from '../services/services.ts';

/**
 * The document that a copy leaves in its target until it is complete, and whose lease keeps servers from starting on a side that
 * several machines can reach. `purpose` is the name of the source, `done` is false, both missing in a source.
 */
const COPY = jobs.at('copy');

/** The start of the id of the document that each server leaves while it runs, where several machines can run one. */
const SERVER = 'server-';

/** Milliseconds that a server or a copy counts as running after its last sign, and between two signs. Source: Meki's own. */
const LENGTH = 180_000;
const RENEWAL = 60_000;

/** A copy's lease is renewed more often, so that an interrupted one can go on soon. Source: Meki's own. */
const COPY_LENGTH = 30_000;
const COPY_RENEWAL = 10_000;

/** Maximum servers that are known. */
const MAX_SERVERS = 1_000;

/** What a server says about itself. */
const aboutSchema = z.object({ host: z.string(), version: z.string(), build: z.string(), startedAt: z.number() });

export type AboutServer = z.infer<typeof aboutSchema>;

/** Whether a document is about running servers and copies, and how they are set up, and not about the site. */
export function isMark(path: DocumentPath): boolean {
  if (path === COPY.path || path === SECRET_CHECK.path) return true;
  const parsed = parsePath(path);
  if (parsed?.collection === presence.name || parsed?.collection === builds.name) return true;
  return parsed?.collection === jobs.name && parsed.id.startsWith(SERVER);
}

/** Why no server may start on a store: a sentence for the operator. */
export async function whyNoServer(store: DocumentStore, now: number): Promise<string | undefined> {
  const record = (await getDocument(store, COPY))?.data;
  if (record?.done === false) {
    return `The copy of ${record.purpose} to here has not been finished. Run the same "meki copy" again to finish it.`;
  }
  if (record && isLive(record, now)) return 'The site is being copied. Start the server when "meki copy" has ended.';
  return undefined;
}

/**
 * Tells copies and other instances that a server runs, until the function returned is called: one write a minute. Call it before
 * `whyNoServer`.
 * @param onError receives the failure of a renewal; the next one follows
 */
export async function markServer(
  store: DocumentStore,
  about: AboutServer,
  onError: (error: unknown) => void,
  now = Date.now,
): Promise<() => Promise<void>> {
  const holder = crypto.randomUUID();
  const purpose = JSON.stringify(about);
  const ref = jobs.at(`${SERVER}${holder}`);
  const dead = (await listServers(store)).filter(({ data }) => !isLive(data, now()));
  await store.commit([
    ...dead.map(({ path }) => ({ kind: 'delete' as const, path })),
    setDocument(ref, { holder, purpose, until: now() + LENGTH }),
  ]);
  const renew = () => store.commit([setDocument(ref, { holder, purpose, until: now() + LENGTH })]).catch(onError);
  const timer = setInterval(() => void renew(), RENEWAL);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await store.commit([{ kind: 'delete', path: ref.path }]).catch(onError);
  };
}

export async function isServed(store: DocumentStore, now: number): Promise<boolean> {
  return (await listServers(store)).some(({ data }) => isLive(data, now));
}

/** The servers that run, and those that ended without a word since the last start of one. Costs a read for each. */
export async function listInstances(store: DocumentStore, now: number): Promise<Instance[]> {
  const found = await listServers(store);
  return found.flatMap(({ data }) => {
    const { data: about } = aboutSchema.safeParse(JSON.parse(data.purpose ?? 'null'));
    if (!about || data.until === undefined) return [];
    return { ...about, seenAt: data.until - LENGTH, isRunning: isLive(data, now) };
  });
}

async function listServers(store: DocumentStore): Promise<Document<JobRecord>[]> {
  const found = await queryDocuments(store, jobs, { startAfter: [SERVER], limit: MAX_SERVERS });
  return found.filter((document) => idOf(document).startsWith(SERVER));
}

function isLive({ holder, until }: JobRecord, now: number): boolean {
  return holder !== undefined && until !== undefined && until > now && until <= now + 2 * LENGTH;
}

/** A lease on a side while it is copied. */
export interface CopyLease {
  /** @throws if the lease was lost */
  require(): void;
  giveBack(): Promise<void>;
}

/**
 * Takes the lease of a side, waiting for that of a copy that was killed.
 * @returns `undefined` if another copy holds it
 */
export async function takeCopyLease(store: DocumentStore): Promise<CopyLease | undefined> {
  const holder = crypto.randomUUID();
  let failure: unknown;
  const take = () => takeLease(store, { name: 'copy', holder, length: COPY_LENGTH, now: Date.now() });
  const wait = await take();
  if (wait > 0) {
    await new Promise((resolve) => setTimeout(resolve, wait + 100));
    if ((await take()) > 0) return undefined;
  }
  let last = Date.now();
  const renew = async () => {
    if ((await take()) === 0) last = Date.now();
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      failure = error;
    });
  }, COPY_RENEWAL);
  return {
    require() {
      if (Date.now() - last > COPY_LENGTH) throw new Error('The lease of this copy was lost', { cause: failure });
    },
    async giveBack() {
      clearInterval(timer);
      await giveBackLease(store, { name: 'copy', holder });
    },
  };
}

/**
 * The services of a server that starts, which no copy uses. Where several machines can reach them, copies learn that a server runs
 * until they are closed.
 * @throws {StartFailure} while the site is copied, and where a copy was not finished; the services are closed
 */
export async function refuseWhileCopied(
  services: Services,
  about: AboutServer,
  onError: (error: unknown) => void,
): Promise<Services> {
  const { store, isShared } = services;
  const end = isShared ? await markServer(store, about, onError) : undefined;
  const close = async () => {
    await end?.();
    await services.close();
  };
  const why = await whyNoServer(store, Date.now());
  if (why === undefined) return { ...services, close };
  await close();
  throw new StartFailure(why);
}

/** The source of the unfinished copy in a store. */
export async function unfinishedCopyOf(store: DocumentStore): Promise<string | undefined> {
  const record = (await getDocument(store, COPY))?.data;
  return record?.done === false ? record.purpose : undefined;
}

export function beginCopy(store: DocumentStore, source: string): Promise<void> {
  return changeMark(store, (record) => setDocument(COPY, { ...record, purpose: source, done: false }));
}

export function finishCopy(store: DocumentStore): Promise<void> {
  return changeMark(store, () => ({ kind: 'delete', path: COPY.path }));
}

function changeMark(
  store: DocumentStore,
  change: (record: JobRecord | undefined) => Parameters<DocumentStore['commit']>[0][number],
): Promise<void> {
  return retryOnConflict(async () => {
    const document = await getDocument(store, COPY);
    const precondition = document ? { version: document.version } : { exists: false };
    await store.commit([{ ...change(document?.data), precondition }]);
  });
}
