import type { DocumentData, DocumentPath, FeedChange } from '#core/documents/document-store.ts';
import type { RpcDocument, RpcQuery, RpcValue, RpcWrite } from './firestore-rpc.ts';
import { fromValue } from './stored-document.ts';

/**
 * The service's collection of the change feed: one document for each commit, whose id is the commit's nonce. Collections of the
 * product cannot have this name.
 */
export const FEED = 'Meki_changes';

/** When the service committed it (a timestamp), the changes as JSON, and when the service may delete it (a timestamp). */
export const FEED_MEMBER = { at: 'at', changes: 'changes', expires: 'expires' } as const;

/** Milliseconds that a commit stays in the feed; a follower that resumes later has a gap. Source: Meki's own. */
const FEED_LIFE = 7 * 86_400_000;

/** The write that tells a commit's changes. It exists once, so that a repeated commit fails. */
export function feedWrite(root: string, nonce: string, changes: readonly FeedChange[]): RpcWrite {
  const seconds = Math.floor((Date.now() + FEED_LIFE) / 1_000);
  return {
    update: {
      name: `${root}/${FEED}/${nonce}`,
      fields: {
        [FEED_MEMBER.changes]: { stringValue: JSON.stringify(changes) },
        [FEED_MEMBER.expires]: { timestampValue: { seconds, nanos: 0 } },
      },
    },
    updateTransforms: [{ fieldPath: FEED_MEMBER.at, setToServerValue: 'REQUEST_TIME' }],
    currentDocument: { exists: false },
  };
}

export function feedChanges({ fields }: RpcDocument): FeedChange[] {
  const changes = fields?.[FEED_MEMBER.changes];
  return changes ? (JSON.parse(String(fromValue(changes))) as FeedChange[]) : [];
}

/** A place in the order of the feed: when a commit was made, and its name. */
export interface FeedPlace {
  at: RpcValue;
  name: string;
}

export function placeOf(stored: RpcDocument | undefined): FeedPlace | undefined {
  const at = stored?.fields?.[FEED_MEMBER.at];
  return stored && at ? { at, name: stored.name } : undefined;
}

/** All commits after a place, in order. */
export function feedAfter(place: FeedPlace | undefined): RpcQuery {
  return {
    from: [{ collectionId: FEED }],
    orderBy: ['at', '__name__'].map((fieldPath) => ({ field: { fieldPath }, direction: 'ASCENDING' })),
    ...(place && { startAt: { values: [place.at, { referenceValue: place.name }], before: false } }),
  };
}

/** Members of documents at a version, for the changes that follow. */
export interface KnownFields {
  note(path: DocumentPath, version: number, fields: DocumentData | null): void;
  /** `undefined` if it is not known. */
  at(path: DocumentPath, version: number): DocumentData | null | undefined;
}

/** Maximum documents whose members are remembered. */
const MAX_KNOWN = 5_000;

export function createKnownFields(): KnownFields {
  const known = new Map<DocumentPath, { version: number; fields: DocumentData | null }>();
  return {
    note(path, version, fields) {
      known.delete(path);
      known.set(path, { version, fields });
      if (known.size <= MAX_KNOWN) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
    at(path, version) {
      const found = known.get(path);
      return found?.version === version ? found.fields : undefined;
    },
  };
}
