import { applyWrite, checkPrecondition } from '#core/documents/apply-write.ts';
import type { Collections } from '#core/documents/check-collections.ts';
import { type CheckedWrite, checkWrites } from '#core/documents/check-writes.ts';
import { opaqueMembers } from '#core/documents/collection.ts';
import { type CommitRoom, createCommitRoom } from '#core/documents/document-bytes.ts';
import type {
  Committed,
  Document,
  DocumentData,
  DocumentPath,
  FeedChange,
  Write,
} from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { pickFields } from '#core/documents/listening/follow-feed.ts';
import type { Connection } from './connect.ts';
import { FEED, feedWrite, type KnownFields } from './feed-documents.ts';
import type { RpcDocument, RpcWrite } from './firestore-rpc.ts';
import type { DocumentReader } from './read-documents.ts';
import { isConflict, sendCommit } from './send-commit.ts';
import { toStoreError } from './service-errors.ts';
import { MEMBER, timeOfVersion, toFields, toValue, versionOf } from './stored-document.ts';

/** Attempts of a commit that others get in the way of, and the longest wait between two in milliseconds. Source: Meki's own. */
const ATTEMPTS = 40;
const LONGEST_WAIT = 400;

interface Dependencies {
  connection: Connection;
  collections: Collections;
  reader: DocumentReader;
  known: KnownFields;
  now: () => number;
  /** Called with the nonce of a commit before it resolves. */
  onCommitted?: (nonce: string, changes: readonly FeedChange[]) => Promise<void>;
}

/** A write as it is sent, and what the feed tells of it. */
interface Prepared {
  rpc: RpcWrite;
  change?: FeedChange;
}

/**
 * Commits writes in one request. What a write depends on is sent as its precondition; an update is read, applied and written whole,
 * at the version that was read. A document that is verified is written without a change, which keeps its version.
 */
export function createCommit({ connection, collections, reader, known, now, onCommitted }: Dependencies) {
  const { root, database } = connection;

  async function commit(writes: Write[]): Promise<Committed> {
    const checked = checkWrites(collections, writes).filter(
      ({ kind, precondition }) => kind !== 'verify' || Object.keys(precondition).length > 0,
    );
    if (checked.some(cannotHold)) await requirePreconditions(checked);
    for (let attempt = 1; ; attempt++) {
      const at = Math.trunc(now());
      const held = await readUpdated(checked);
      const surroundings = { root, collections, known, room: createCommitRoom() };
      const prepared = checked.map((write) => prepareWrite(write, held.get(write.path), at, surroundings));
      const nonce = crypto.randomUUID();
      const changes = prepared.flatMap(({ change }) => change ?? []);
      const told = changes.length > 0 ? [feedWrite(root, nonce, changes)] : [];
      const sent = [...prepared.map(({ rpc }) => withNonce(rpc, nonce)), ...told];
      try {
        const versions = await sendCommit(connection, sent, async () =>
          told.length > 0 ? versionInFeed(nonce) : undefined,
        );
        const own = note(checked, prepared, versions);
        await onCommitted?.(nonce, changes);
        return { versions: writes.map(({ path }) => own.get(path)) };
      } catch (error) {
        if (!isConflict(error)) throw toStoreError(error, 'write');
        await requirePreconditions(checked);
        if (attempt >= ATTEMPTS) throw new PreconditionFailed(checked[0]?.path ?? '', 'it was changed again and again');
      }
      await wait(Math.random() * Math.min(LONGEST_WAIT, 5 * 2 ** attempt));
    }
  }

  async function readUpdated(writes: readonly CheckedWrite[]): Promise<Map<DocumentPath, Document | undefined>> {
    const paths = writes.filter(({ kind }) => kind === 'update').map(({ path }) => path);
    const documents = await reader.get(paths);
    return new Map(paths.map((path, index) => [path, documents[index]]));
  }

  async function versionInFeed(nonce: string): Promise<number | undefined> {
    const documents = [`${root}/${FEED}/${nonce}`];
    const [answer] = await connection.collect<{ found?: RpcDocument | null }>((rpc, options) =>
      rpc.batchGetDocuments({ database, documents }, options),
    );
    return answer?.found?.updateTime ? versionOf(answer.found.updateTime) : undefined;
  }

  /** @throws {PreconditionFailed} for the first precondition that does not hold */
  async function requirePreconditions(writes: readonly CheckedWrite[]): Promise<void> {
    const guarded = writes.filter(
      ({ kind, precondition }) => kind === 'update' || Object.keys(precondition).length > 0,
    );
    const documents = await reader.get(guarded.map(({ path }) => path));
    for (const [index, write] of guarded.entries()) {
      checkPrecondition(write, documents[index]);
      if (write.kind === 'update' && !documents[index]) {
        throw new PreconditionFailed(write.path, 'there is no such document to update');
      }
    }
  }

  /** @returns the versions that were written, by path */
  function note(
    writes: readonly CheckedWrite[],
    prepared: readonly Prepared[],
    versions: readonly (number | undefined)[],
  ): Map<DocumentPath, number | undefined> {
    const own = new Map<DocumentPath, number | undefined>();
    for (const [index, { kind, path }] of writes.entries()) {
      const version = versions[index];
      const after = prepared[index]?.change?.after;
      if (kind !== 'set' && kind !== 'update') continue;
      own.set(path, version);
      if (after && version !== undefined) known.note(path, version, after);
    }
    return own;
  }

  return commit;
}

interface Surroundings extends Pick<Dependencies, 'collections' | 'known'> {
  root: string;
  room: CommitRoom;
}

/** @param read the document of an update; that of any other write is not read */
function prepareWrite(
  write: CheckedWrite,
  read: Document | undefined,
  at: number,
  { root, collections, known, room }: Surroundings,
): Prepared {
  const name = `${root}/${write.path}`;
  const currentDocument = toPrecondition(write);
  if (write.kind === 'verify') {
    return { rpc: { ...unchanged(name, write), ...(currentDocument && { currentDocument }) } };
  }
  const collection = collections.get(write.collection);
  const opaque = collection?.opaqueMembers ?? opaqueMembers({});
  const fields = collection?.feed ?? [];
  if (write.kind === 'delete') {
    const before = beforeOf(write, known);
    return {
      rpc: { delete: name, ...(currentDocument && { currentDocument }) },
      ...(before !== null && { change: { kind: 'deleted', path: write.path, ...(before && { before }) } }),
    };
  }
  const assumed = write.kind === 'update' ? read : assumedBy(write);
  const held = assumed && { version: assumed.version, data: () => assumed.data };
  const { data, json } = applyWrite(collections, write, held, at) ?? { data: {}, json: '' };
  room.take(json);
  const before = write.kind === 'update' ? pickFields(read?.data, fields) : beforeOf(write, known);
  const after = pickFields(data, fields) ?? {};
  const times = write.kind === 'set' ? write.times : undefined;
  return {
    rpc: {
      update: {
        name,
        fields: {
          [MEMBER.data]: { mapValue: { fields: toFields(data, opaque) } },
          [MEMBER.updatedAt]: toValue(times?.updatedAt ?? at),
          ...(times && { [MEMBER.createdAt]: toValue(times.createdAt) }),
        },
      },
      updateMask: {
        fieldPaths: [MEMBER.data, MEMBER.updatedAt, MEMBER.nonce, ...(times ? [MEMBER.createdAt] : [])],
      },
      ...(!times && { updateTransforms: [{ fieldPath: MEMBER.createdAt, minimum: toValue(at) }] }),
      ...(write.kind === 'update'
        ? { currentDocument: { updateTime: timeOfVersion(read?.version ?? 0) } }
        : currentDocument && { currentDocument }),
    },
    change: { kind: 'written', path: write.path, after, ...(before !== undefined && { before }) },
  };
}

/** What the feed tells of a document before a write that guards it; `undefined` if it is not known. */
function beforeOf({ path, precondition }: CheckedWrite, known: KnownFields): DocumentData | null | undefined {
  if (precondition.exists === false) return null;
  return precondition.version === undefined ? undefined : known.at(path, precondition.version);
}

/** The precondition of a write for the service, which takes one of both; a version implies that the document exists. */
function toPrecondition({ precondition: { exists, version } }: CheckedWrite): RpcWrite['currentDocument'] {
  if (version !== undefined) return { updateTime: timeOfVersion(version) };
  return exists === undefined ? undefined : { exists };
}

/** Whether no document can satisfy a precondition; the service would refuse its form. */
function cannotHold({ precondition: { exists, version } }: CheckedWrite): boolean {
  return version !== undefined && (version <= 0 || exists === false);
}

/** A write that changes nothing: of an absent document its deletion, of another one no member. */
function unchanged(name: string, { precondition }: CheckedWrite): RpcWrite {
  if (precondition.exists === false) return { delete: name };
  return { update: { name, fields: {} }, updateMask: { fieldPaths: [] } };
}

/** A document that satisfies the precondition of a write which is applied without reading; the service checks it. */
function assumedBy({ path, precondition: { exists, version } }: CheckedWrite): Document | undefined {
  if (version === undefined && !exists) return undefined;
  return { path, data: {}, version: version ?? 0, createdAt: 0, updatedAt: 0 };
}

function withNonce(write: RpcWrite, nonce: string): RpcWrite {
  const { update } = write;
  if (!update || !write.updateMask?.fieldPaths.includes(MEMBER.nonce)) return write;
  return { ...write, update: { ...update, fields: { ...update.fields, [MEMBER.nonce]: { stringValue: nonce } } } };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
