import { parsePath } from '#core/documents/document-path.ts';
import type { FeedBatch, FeedChange, ListenOptions } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { MAX_RESUMED_CHANGES } from '#core/documents/listening/listen-view.ts';
import type { Connection } from './connect.ts';
import { FEED, type FeedPlace, feedAfter, feedChanges, placeOf } from './feed-documents.ts';
import type { RpcDocument, RpcQuery } from './firestore-rpc.ts';
import { openListenStream } from './listen-stream.ts';

/** A follower's place before the first commit of all. */
const START = 'start';

const FORM = /^(start|[0-9a-f-]{36})$/;

/**
 * Seconds that a commit may be visible later than others with a later time, which is when the service received it; the stream
 * begins as much earlier, and remembers the commits of a longer time. Source: Meki's own.
 */
const OVERLAP = 10;
const REMEMBERED = 60;

/** Maximum milliseconds that a commit waits until the followers of its own process know it. Source: Meki's own. */
const TOLD_LIMIT = 1_000;

export interface ChangeFeed {
  /** @returns a function that stops following. A token is the id of a commit; one that the feed does not have is a gap. */
  follow(collections: readonly string[], onBatch: (batch: FeedBatch) => void, options: ListenOptions): () => void;
  /** Resolves once the followers of this process know a commit that concerns them, so that it can read its own writes. */
  told(id: string, changes: readonly FeedChange[]): Promise<void>;
  close(): void;
}

interface Follower {
  collections: ReadonlySet<string>;
  /** Commits since it began to read what it had missed. */
  waiting: RpcDocument[] | undefined;
  tell(batch: FeedBatch): void;
  fail(error: unknown): void;
}

/** The change feed of a process: one stream for all followers, opened with the first one. Each commit is told once. */
export function createChangeFeed(connection: Connection): ChangeFeed {
  const followers = new Set<Follower>();
  const seen = new Map<string, number>();
  const expected = new Map<string, () => void>();
  let beginning: Promise<void> | undefined;
  let stop = () => {};
  let last: RpcDocument | undefined;
  let isLate = false;
  let isClosed = false;

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

  /** Resolves once later commits will be taken. What the stream begins with has happened before. */
  async function begin(): Promise<void> {
    const place = placeOf(await latest());
    const query = feedAfter(place && earlier(place));
    await new Promise<void>((resolve, reject) => {
      let hasBegun = false;
      function onError(error: Error): void {
        beginning = undefined;
        reject(error);
        for (const follower of [...followers]) follower.fail(error);
      }
      if (isClosed) return onError(new StoreUnavailable('The document store is closed'));
      const onSnapshot = (stored: ReadonlyMap<string, RpcDocument | undefined>) => {
        const commits = [...stored.values()].filter((each) => each !== undefined).sort(compareCommits);
        for (const commit of commits) if (isNew(commit) && hasBegun) tell(commit);
        isLate = false;
        hasBegun = true;
        resolve();
      };
      stop = openListenStream(connection, { query }, { onSnapshot, onError });
    });
  }

  /** Whether a commit was not seen yet; it is from now on. */
  function isNew(commit: RpcDocument): boolean {
    const newest = secondsOf(last);
    const seconds = secondsOf(commit);
    if (seen.has(commit.name) || seconds < newest - REMEMBERED) return false;
    seen.set(commit.name, seconds);
    if (!last || compareCommits(commit, last) > 0) last = commit;
    for (const [name, at] of seen) {
      if (at >= newest - REMEMBERED) break;
      seen.delete(name);
    }
    return true;
  }

  function tell(commit: RpcDocument): void {
    for (const follower of [...followers]) {
      if (follower.waiting) follower.waiting.push(commit);
      else deliver(follower, commit);
    }
    expected.get(idOf(commit))?.();
  }

  function deliver(follower: Follower, commit: RpcDocument): void {
    const changes = concerning(follower, commit);
    if (changes.length > 0) follower.tell({ kind: 'changes', changes, resumeToken: idOf(commit) });
  }

  /** Tells what a follower missed since its token, and then what came meanwhile. */
  async function resume(follower: Follower, token: string): Promise<void> {
    follower.waiting = [];
    const known = FORM.test(token) && token !== START ? await commitOf(token) : undefined;
    const limit = { value: MAX_RESUMED_CHANGES + 1 };
    const missed = known || token === START ? await find({ ...feedAfter(placeOf(known)), limit }) : undefined;
    const changes = missed?.flatMap((commit) => concerning(follower, commit)) ?? [];
    const { waiting } = follower;
    follower.waiting = undefined;
    if (!missed || missed.length > MAX_RESUMED_CHANGES || changes.length > MAX_RESUMED_CHANGES) {
      return follower.tell({ kind: 'gap', changes: [], resumeToken: idOf(last) });
    }
    follower.tell({ kind: 'changes', changes, resumeToken: idOf(missed.at(-1) ?? known) });
    const had = new Set(missed.map(({ name }) => name));
    for (const commit of waiting) if (!had.has(commit.name)) deliver(follower, commit);
  }

  return {
    follow(collections, onBatch, { resumeToken, onError }) {
      const follower: Follower = {
        collections: new Set(collections),
        waiting: undefined,
        tell(batch) {
          if (!followers.has(follower)) return;
          try {
            onBatch(batch);
          } catch (error) {
            follower.fail(error);
          }
        },
        fail(error) {
          if (followers.delete(follower)) {
            onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
          }
        },
      };
      let isEnded = false;
      async function start(): Promise<void> {
        beginning ??= begin().catch((error: unknown) => {
          beginning = undefined;
          throw error;
        });
        await beginning;
        if (isEnded) return;
        followers.add(follower);
        if (resumeToken !== undefined) await resume(follower, resumeToken);
        else follower.tell({ kind: 'changes', changes: [], resumeToken: idOf(last) });
      }
      start().catch((error: unknown) => {
        if (isEnded) return;
        followers.add(follower);
        follower.fail(error);
      });
      return () => {
        isEnded = true;
        followers.delete(follower);
      };
    },

    async told(id, changes) {
      const isFollowed = [...followers].some(({ collections }) =>
        changes.some(({ path }) => collections.has(parsePath(path)?.collection ?? '')),
      );
      if (!isFollowed || isLate || seen.has(`${connection.root}/${FEED}/${id}`)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      expected.set(id, resolve);
      const timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, TOLD_LIMIT);
      await promise;
      clearTimeout(timer);
      expected.delete(id);
    },

    close() {
      isClosed = true;
      stop();
      for (const resolve of expected.values()) resolve();
    },
  };
}

function concerning({ collections }: Follower, commit: RpcDocument): FeedChange[] {
  return feedChanges(commit).filter(({ path }) => collections.has(parsePath(path)?.collection ?? ''));
}

function idOf(commit: RpcDocument | undefined): string {
  return commit ? commit.name.slice(commit.name.lastIndexOf('/') + 1) : START;
}

/** A place before all commits that may become visible after the one at a place. */
function earlier({ at, name }: FeedPlace): FeedPlace {
  const seconds = Number(at.timestampValue?.seconds ?? 0) - OVERLAP;
  return { at: { timestampValue: { seconds, nanos: 0 } }, name };
}

function secondsOf(commit: RpcDocument | undefined): number {
  return Number(placeOf(commit)?.at.timestampValue?.seconds ?? 0);
}

function compareCommits(a: RpcDocument, b: RpcDocument): number {
  const [x, y] = [a, b].map((commit) => placeOf(commit)?.at.timestampValue?.nanos ?? 0);
  return secondsOf(a) - secondsOf(b) || (x ?? 0) - (y ?? 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
