import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { parsePath } from '../documents/document-path.ts';
import type { DocumentPath, DocumentStore, Write } from '../documents/document-store.ts';
import { InvalidWrite } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { type MessageDependencies, stageMessageFields } from '../inbox/change-message.ts';
import { messages } from '../inbox/messages-collection.ts';
import { mayReadCollection } from './live-access.ts';
import { endAfterWrite, type LiveClient, liveClients } from './live-clients.ts';
import {
  type BatchOutcome,
  type BatchRefusal,
  type ClientChange,
  MOST_PENDING_BATCHES,
  type WriteBatch,
  type WriteEvent,
} from './live-protocol.ts';

export type BatchDependencies = MessageDependencies;

/** Who writes. */
export interface BatchAuthor {
  actor: Extract<Actor, { kind: 'person' }>;
  sessionId: string;
  client: string;
}

type Staged = { ok: true; writes: Write[] } | { ok: false; reason: BatchRefusal };

/** How the changes of each collection that clients may write are checked and made. */
const WRITABLE = new Map([[messages.name, stageMessageFields]]);

/**
 * Applies a batch of a client exactly once, however often it is sent: its number is stored in the commit of its writes. A
 * repetition is answered like the first time. Batches are applied in the order of their numbers.
 * @throws {StoreUnavailable} @throws {PreconditionFailed} if the documents changed at every retry; the batch can be sent again
 */
export async function applyBatch(
  deps: BatchDependencies,
  { actor, sessionId, client }: BatchAuthor,
  batch: WriteBatch,
): Promise<WriteEvent> {
  const ref = liveClients.at(client);
  const { number } = batch;
  const paths = batch.changes.map(({ path }) => path);

  async function attempt(isValid: boolean): Promise<WriteEvent> {
    const known = await getDocument(deps.store, ref);
    if (known?.data.userId !== actor.id || known.data.sessionId !== sessionId) return { problem: 'ended' };
    const { last, refusals } = known.data;
    if (number <= last) {
      const refusal = refusals.find((one) => one.number === number);
      return refusal ?? applied(deps.store, actor, number, paths);
    }
    if (number > last + 1) return { problem: 'gap' };
    const staged: Staged = isValid ? await stage(deps, actor, batch.changes) : { ok: false, reason: 'invalid' };
    const next: LiveClient = { ...known.data, last: number, expiresAt: endAfterWrite() };
    if (!staged.ok) {
      next.refusals = [...refusals, { number, refused: staged.reason }].slice(-MOST_PENDING_BATCHES);
    }
    await deps.store.commit([...(staged.ok ? staged.writes : []), setDocument(ref, next, { version: known.version })]);
    return staged.ok ? applied(deps.store, actor, number, paths) : { number, refused: staged.reason };
  }

  return retryOnConflict(() =>
    attempt(true).catch((error: unknown) => {
      if (error instanceof InvalidWrite) return attempt(false);
      throw error;
    }),
  );
}

async function stage(deps: BatchDependencies, actor: Actor, changes: readonly ClientChange[]): Promise<Staged> {
  const writes: Write[] = [];
  for (const { path, fields, seen } of changes) {
    const parsed = parsePath(path);
    const stageFields = WRITABLE.get(parsed?.collection ?? '');
    if (!parsed || !stageFields) return { ok: false, reason: 'permission-denied' };
    try {
      const staged = await stageFields(deps, actor, parsed.id, fields, seen);
      if (!staged.ok) return staged;
      writes.push(...staged.writes);
    } catch (error) {
      if (error instanceof Forbidden) return { ok: false, reason: 'permission-denied' };
      throw error;
    }
  }
  return { ok: true, writes };
}

/** The documents as they are now, as far as the author may still read them. */
async function applied(
  store: Pick<DocumentStore, 'batchGet'>,
  actor: Actor,
  number: number,
  paths: DocumentPath[],
): Promise<BatchOutcome> {
  const readable = paths.filter((path) => mayReadCollection(actor, parsePath(path)?.collection ?? ''));
  const documents = readable.length > 0 ? await store.batchGet(readable) : [];
  return { number, documents: documents.filter((document) => document !== undefined) };
}
