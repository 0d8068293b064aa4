import { parsePath } from '#core/documents/document-path.ts';
import type { FeedBatch, FeedChange, ListenOptions } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { MAX_RESUMED_CHANGES } from '#core/documents/listening/change-source.ts';
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

interface Follower {
  collections: ReadonlySet<string>;
  /** Commits since it began to read what it had missed. */
  waiting: RpcDocument[] | undefined;
  tell(batch: FeedBatch): void;
  fail(error: unknown): void;
}

/** The change feed of a process: one stream for all followers, opened with the first one. Each commit is told once. */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #followers = new Set<Follower>();
  /** The seconds of the commits that the stream gave, by their names. */
  readonly #seen = new Map<string, number>();
  /** What to call when the stream gives a commit of this process, by its id. */
  readonly #expected = new Map<string, () => void>();
  #beginning: Promise<void> | undefined;
  #stop = () => {};
  #last: RpcDocument | undefined;
  /** Whether a commit of this process was waited for in vain, and no other one came since. */
  #isLate = false;
  #isClosed = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @returns a function that stops following. A token is the id of a commit; one that the feed does not have is a gap. */
  follow(
    collections: readonly string[],
    onBatch: (batch: FeedBatch) => void,
    { resumeToken, onError }: ListenOptions,
  ): () => void {
    const followers = this.#followers;
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
    const start = async () => {
      this.#beginning ??= this.#begin().catch((error: unknown) => {
        this.#beginning = undefined;
        throw error;
      });
      await this.#beginning;
      if (isEnded) return;
      followers.add(follower);
      if (resumeToken !== undefined) await this.#resume(follower, resumeToken);
      else follower.tell({ kind: 'changes', changes: [], resumeToken: idOf(this.#last) });
    };
    start().catch((error: unknown) => {
      if (isEnded) return;
      followers.add(follower);
      follower.fail(error);
    });
    return () => {
      isEnded = true;
      followers.delete(follower);
    };
  }

  /** Resolves once the followers of this process know a commit that concerns them, so that it can read its own writes. */
  async told(id: string, changes: readonly FeedChange[]): Promise<void> {
    const isFollowed = [...this.#followers].some(({ collections }) =>
      changes.some(({ path }) => collections.has(parsePath(path)?.collection ?? '')),
    );
    if (!isFollowed || this.#isLate || this.#seen.has(`${this.#connection.root}/${FEED}/${id}`)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#expected.set(id, resolve);
    const timer = setTimeout(() => {
      this.#isLate = true;
      resolve();
    }, TOLD_LIMIT);
    await promise;
    clearTimeout(timer);
    this.#expected.delete(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const resolve of this.#expected.values()) resolve();
  }

  /** Resolves once later commits will be taken. What the stream begins with has happened before. */
  async #begin(): Promise<void> {
    const place = placeOf(await latestCommit(this.#connection));
    const query = feedAfter(place && earlier(place));
    await new Promise<void>((resolve, reject) => {
      let hasBegun = false;
      const onError = (error: Error) => {
        this.#beginning = undefined;
        reject(error);
        for (const follower of [...this.#followers]) follower.fail(error);
      };
      if (this.#isClosed) return onError(new StoreUnavailable('The document store is closed'));
      const onSnapshot = (stored: ReadonlyMap<string, RpcDocument | undefined>) => {
        const commits = [...stored.values()].filter((each) => each !== undefined).sort(compareCommits);
        for (const commit of commits) if (this.#isNew(commit) && hasBegun) this.#tell(commit);
        this.#isLate = false;
        hasBegun = true;
        resolve();
      };
      this.#stop = openListenStream(this.#connection, { query }, { onSnapshot, onError });
    });
  }

  /** Whether a commit was not seen yet; it is from now on. */
  #isNew(commit: RpcDocument): boolean {
    const newest = secondsOf(this.#last);
    const seconds = secondsOf(commit);
    if (this.#seen.has(commit.name) || seconds < newest - REMEMBERED) return false;
    this.#seen.set(commit.name, seconds);
    if (!this.#last || compareCommits(commit, this.#last) > 0) this.#last = commit;
    for (const [name, at] of this.#seen) {
      if (at >= newest - REMEMBERED) break;
      this.#seen.delete(name);
    }
    return true;
  }

  #tell(commit: RpcDocument): void {
    for (const follower of [...this.#followers]) {
      if (follower.waiting) follower.waiting.push(commit);
      else deliver(follower, commit);
    }
    this.#expected.get(idOf(commit))?.();
  }

  /** Tells what a follower missed since its token, and then what came meanwhile. */
  async #resume(follower: Follower, token: string): Promise<void> {
    follower.waiting = [];
    const known = FORM.test(token) && token !== START ? await commitOf(this.#connection, token) : undefined;
    const limit = { value: MAX_RESUMED_CHANGES + 1 };
    const missed =
      known || token === START
        ? await findCommits(this.#connection, { ...feedAfter(placeOf(known)), limit })
        : undefined;
    const changes = missed?.flatMap((commit) => concerning(follower, commit)) ?? [];
    const { waiting } = follower;
    follower.waiting = undefined;
    if (!missed || missed.length > MAX_RESUMED_CHANGES || changes.length > MAX_RESUMED_CHANGES) {
      return follower.tell({ kind: 'gap', changes: [], resumeToken: idOf(this.#last) });
    }
    follower.tell({ kind: 'changes', changes, resumeToken: idOf(missed.at(-1) ?? known) });
    const had = new Set(missed.map(({ name }) => name));
    for (const commit of waiting) if (!had.has(commit.name)) deliver(follower, commit);
  }
}

async function findCommits({ root, collect }: Connection, structuredQuery: RpcQuery): Promise<RpcDocument[]> {
  const found = await collect<{ document?: RpcDocument | null }>((rpc, options) =>
    rpc.runQuery({ parent: root, structuredQuery }, options),
  );
  return found.flatMap(({ document }) => document ?? []);
}

async function latestCommit(connection: Connection): Promise<RpcDocument | undefined> {
  const orderBy = feedAfter(undefined).orderBy.map((order) => ({ ...order, direction: 'DESCENDING' as const }));
  return (await findCommits(connection, { ...feedAfter(undefined), orderBy, limit: { value: 1 } }))[0];
}

/** The commit of a token; `undefined` if the feed does not have it. */
async function commitOf({ root, database, collect }: Connection, id: string): Promise<RpcDocument | undefined> {
  const documents = [`${root}/${FEED}/${id}`];
  const [answer] = await collect<{ found?: RpcDocument | null }>((rpc, options) =>
    rpc.batchGetDocuments({ database, documents }, options),
  );
  return answer?.found ?? undefined;
}

function deliver(follower: Follower, commit: RpcDocument): void {
  const changes = concerning(follower, commit);
  if (changes.length > 0) follower.tell({ kind: 'changes', changes, resumeToken: idOf(commit) });
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
