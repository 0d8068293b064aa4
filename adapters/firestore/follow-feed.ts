import type { FeedBatch, FeedChange, ListenOptions } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { MAX_RESUMED_CHANGES } from '#core/documents/listening/listen-view.ts';
import type { Connection } from './connect.ts';
import { FEED, FEED_MEMBER, feedAfter, feedChanges } from './feed-documents.ts';
import type { RpcDocument, RpcQuery } from './firestore-rpc.ts';
import { openListenStream } from './listen-stream.ts';

/** A follower's place before the first commit of all. */
const START = 'start';

const FORM = /^(start|[0-9a-f-]{36})$/;

/**
 * Follows the change feed. A token is the id of a commit, so that one that the feed no longer has is a gap.
 * @returns a function that stops following
 */
export function followFeed(
  connection: Connection,
  collections: readonly string[],
  onBatch: (batch: FeedBatch) => void,
  { resumeToken, onError }: ListenOptions,
): () => void {
  const followed = new Set(collections);
  let isEnded = false;
  let stop = () => {};
  let place = START;
  /** Commits are told once, in the order of the feed. */
  let last: RpcDocument | undefined;

  const ofFollowed = (stored: RpcDocument) =>
    feedChanges(stored).filter(({ path }) => followed.has(path.slice(0, path.indexOf('/'))));
  const idOf = ({ name }: RpcDocument) => name.slice(name.lastIndexOf('/') + 1);

  function fail(error: unknown): void {
    if (isEnded) return;
    isEnded = true;
    stop();
    onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
  }

  async function find(structuredQuery: RpcQuery): Promise<RpcDocument[]> {
    const found = await connection.collect<{ document?: RpcDocument | null }>((rpc, options) =>
      rpc.runQuery({ parent: connection.root, structuredQuery }, options),
    );
    return found.flatMap(({ document }) => document ?? []);
  }

  async function latest(): Promise<RpcDocument | undefined> {
    const orderBy = feedAfter(undefined).orderBy.map((order) => ({ ...order, direction: 'DESCENDING' as const }));
    return (await find({ ...feedAfter(undefined), orderBy, limit: { value: 1 } }))[0];
  }

  /** The commit of a token; `undefined` if the feed does not have it. */
  async function commitOf(id: string): Promise<RpcDocument | undefined> {
    const documents = [`${connection.root}/${FEED}/${id}`];
    const [answer] = await connection.collect<{ found?: RpcDocument | null }>((rpc, options) =>
      rpc.batchGetDocuments({ database: connection.database, documents }, options),
    );
    return answer?.found ?? undefined;
  }

  function placeOf(stored: RpcDocument | undefined) {
    const at = stored?.fields?.[FEED_MEMBER.at];
    return stored && at ? { at, name: stored.name } : undefined;
  }

  function tell(kind: FeedBatch['kind'], changes: FeedChange[]): void {
    if (!isEnded) onBatch({ kind, changes, resumeToken: place });
  }

  function moveTo(stored: RpcDocument): void {
    last = stored;
    place = idOf(stored);
  }

  async function begin(): Promise<void> {
    if (resumeToken === undefined) return startFromNow('changes');
    const known = FORM.test(resumeToken) && resumeToken !== START ? await commitOf(resumeToken) : undefined;
    if (!known && resumeToken !== START) return startFromNow('gap');
    const missed = await find({ ...feedAfter(placeOf(known)), limit: { value: MAX_RESUMED_CHANGES + 1 } });
    const changes = missed.flatMap(ofFollowed);
    if (missed.length > MAX_RESUMED_CHANGES || changes.length > MAX_RESUMED_CHANGES) return startFromNow('gap');
    const end = missed.at(-1) ?? known;
    if (end) moveTo(end);
    tell('changes', changes);
  }

  async function startFromNow(kind: FeedBatch['kind']): Promise<void> {
    const newest = await latest();
    if (newest) moveTo(newest);
    tell(kind, []);
  }

  function listen(): void {
    if (isEnded) return;
    const query = feedAfter(placeOf(last));
    stop = openListenStream(
      connection,
      { query },
      {
        onSnapshot(stored) {
          const commits = [...stored.values()].filter((each) => each !== undefined).sort(compareCommits);
          for (const commit of commits) {
            if (last && compareCommits(commit, last) <= 0) continue;
            moveTo(commit);
            const changes = ofFollowed(commit);
            if (changes.length > 0) tell('changes', changes);
          }
        },
        onError: fail,
      },
    );
  }

  begin()
    .then(listen)
    .catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable && isEnded)) fail(error);
    });
  return () => {
    isEnded = true;
    stop();
  };
}

function compareCommits(a: RpcDocument, b: RpcDocument): number {
  const [x, y] = [a, b].map((stored) => {
    const { seconds, nanos } = stored.fields?.[FEED_MEMBER.at]?.timestampValue ?? {};
    return { seconds: Number(seconds ?? 0), nanos: nanos ?? 0 };
  });
  return (
    (x?.seconds ?? 0) - (y?.seconds ?? 0) ||
    (x?.nanos ?? 0) - (y?.nanos ?? 0) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}
