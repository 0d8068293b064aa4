import { PreconditionFailed, StoreUnavailable } from '#core/documents/errors.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import type { DraftEntry, DraftFollowOptions, DraftLog } from '#core/drafts/draft-log.ts';
import type { Connection } from './connect.ts';
import type { RpcWrite } from './firestore-rpc.ts';
import { openListenStream } from './listen-stream.ts';
import { isConflict, sendCommit } from './send-commit.ts';
import { toStoreError } from './service-errors.ts';
import { timeOfVersion } from './stored-document.ts';
import {
  createDraftReader,
  type DraftReader,
  entriesIn,
  type Head,
  type HeadChange,
  headFields,
  headName,
  isUnsettled,
  toHead,
  withOnly,
  withUpdates,
} from './stored-draft.ts';

/** Least milliseconds between two writes of updates of a draft; what comes meanwhile is one write. Source: Meki's own. */
const GATHER = 100;

/** Maximum bytes of updates in one write; a request has at most 10 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Attempts of a change that other processes get in the way of. */
const ATTEMPTS = 100;

/** Maximum drafts whose head is remembered. */
const MAX_LANES = 500;

/**
 * Drafts in Firestore, which any number of processes write without an owner. Every change writes the draft's head at the version
 * that was read; who is overtaken reads it again and goes on.
 * @param options.gather least milliseconds between two writes of updates of a draft
 */
export function createFirestoreDraftLog(connection: Connection, { gather = GATHER } = {}): DraftLog {
  const { root } = connection;
  const reader = createDraftReader(connection);
  const writer = new DraftWriter(connection, reader, gather);

  return {
    isConsecutive: true,
    names: reader.names,

    async read(name, after = 0) {
      const { head, entries } = await reader.draft(name, after);
      writer.note(name, head);
      return entries;
    },

    append: (name, update, patience = 0) => writer.append(name, update, patience),

    async compact(name, through, merged) {
      await writer.change(name, async (head, nonce) => {
        const entries = await reader.entries(head, 0);
        if (!entries) throw new PreconditionFailed(name, 'it was compacted');
        const last = entries.findLast(({ position }) => position <= through);
        if (!last) return undefined;
        const later = entries.filter(({ position }) => position > through);
        return withOnly(root, head, [{ position: last.position, update: merged }, ...later], nonce);
      });
    },

    follow: (name, onEntries, options) =>
      followDraft(connection, reader, {
        ...options,
        name,
        onEntries,
        onHead: (head) => writer.note(name, head),
      }),

    async remove(name) {
      // Earlier appends are deleted with the draft; later ones are kept.
      writer.cut(name);
      await writer.change(name, (head, nonce) =>
        head.version === undefined ? undefined : withOnly(root, { ...head, settled: 0 }, [], nonce),
      );
    },

    async settle(name, through) {
      await writer.change(name, (head) => {
        if (head.version === undefined || through <= head.settled) return undefined;
        return { head: { ...head, settled: through }, writes: [] };
      });
    },

    async open(names) {
      const heads = await reader.heads(names);
      return heads.map((head, index) => {
        writer.note(names[index] as string, head);
        const entries = head.chunks.length === 0 && entriesIn(head.tail, head.tailFrom);
        return { settled: head.settled, isUnsettled: isUnsettled(head), ...(entries && { entries }) };
      });
    },

    unsettled: reader.unsettled,
  };
}

interface WaitingUpdate {
  update: Uint8Array;
  resolve(position: number): void;
  reject(error: unknown): void;
}

/** Updates that are written together. */
interface Group {
  updates: WaitingUpdate[];
  bytes: number;
  /** Milliseconds after the last write that all of them may wait. */
  patience: number;
  /** Looks again whether it is time to write. */
  look?: () => void;
}

/** What this process does with a draft, in order. */
interface Lane {
  /** The head that was last read or written. */
  head?: Head | undefined;
  /** The group that the next update joins. */
  open?: Group | undefined;
  lastWrite: number;
  work: Promise<unknown>;
  pending: number;
}

/** Makes a change of a draft; `undefined` if there is nothing to change. */
type Decide = (head: Head, nonce: string) => Promise<HeadChange | undefined> | HeadChange | undefined;

/** Writes the drafts of a process: changes of a draft in the order in which they were asked for. */
class DraftWriter {
  readonly #connection: Connection;
  readonly #reader: DraftReader;
  readonly #gather: number;
  /** By the names of their drafts, those that were used last at the end. */
  readonly #lanes = new Map<string, Lane>();

  constructor(connection: Connection, reader: DraftReader, gather: number) {
    this.#connection = connection;
    this.#reader = reader;
    this.#gather = gather;
  }

  append(name: string, given: Uint8Array, patience: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const lane = this.#laneOf(name);
      const update = given.slice();
      let group = lane.open;
      if (!group || group.bytes + update.byteLength > MAX_BYTES) {
        const begun: Group = { updates: [], bytes: 0, patience };
        group = begun;
        lane.open = begun;
        void run(lane, () => this.#flush(name, lane, begun));
      }
      hurry(lane, patience);
      group.updates.push({ update, resolve, reject });
      group.bytes += update.byteLength;
    });
  }

  /** Changes a draft after what was asked before. */
  change(name: string, decide: Decide): Promise<void> {
    const lane = this.#laneOf(name);
    hurry(lane);
    return run(lane, () => this.#changeNow(name, lane, decide));
  }

  /** Writes what was appended before what is asked next; later updates join another group. */
  cut(name: string): void {
    const lane = this.#laneOf(name);
    hurry(lane);
    lane.open = undefined;
  }

  /** Remembers a head that was read elsewhere. */
  note(name: string, head: Head): void {
    noteHead(this.#laneOf(name), head);
  }

  #laneOf(name: string): Lane {
    const lanes = this.#lanes;
    const lane = lanes.get(name) ?? { lastWrite: Number.NEGATIVE_INFINITY, work: Promise.resolve(), pending: 0 };
    lanes.delete(name);
    lanes.set(name, lane);
    for (const [oldest, { pending }] of lanes) {
      if (lanes.size <= MAX_LANES) break;
      if (pending === 0) lanes.delete(oldest);
    }
    return lane;
  }

  async #flush(name: string, lane: Lane, group: Group): Promise<void> {
    await untilDue(lane, group, this.#gather);
    lane.lastWrite = performance.now();
    if (lane.open === group) lane.open = undefined;
    const { updates } = group;
    try {
      let first = 0;
      await this.#changeNow(name, lane, (head, nonce) => {
        first = head.last + 1;
        return withUpdates(
          this.#connection.root,
          head,
          updates.map(({ update }) => update),
          nonce,
        );
      });
      for (const [index, { resolve }] of updates.entries()) resolve(first + index);
    } catch (error) {
      for (const { reject } of updates) reject(error);
    }
  }

  /** Changes a draft, again if another process was first. @throws {StoreUnavailable} */
  async #changeNow(name: string, lane: Lane, decide: Decide): Promise<void> {
    const nonce = crypto.randomUUID();
    const attempt = async () => {
      const head = lane.head ?? (await this.#reader.head(name));
      lane.head = undefined;
      const next = await decide(head, nonce);
      noteHead(lane, next ? await this.#write(name, head, next, nonce) : head);
    };
    const giveUp = () => {
      throw new StoreUnavailable('A draft was changed again and again');
    };
    await retryOnConflict(attempt, { attempts: ATTEMPTS, giveUp });
  }

  /** @returns the head as it is stored */
  async #write(name: string, before: Head, { head, writes }: HeadChange, nonce: string): Promise<Head> {
    let found: Head | undefined;
    const { version } = before;
    const update: RpcWrite = {
      update: { name: headName(this.#connection.root, name), fields: headFields(name, head) },
      currentDocument: version === undefined ? { exists: false } : { updateTime: timeOfVersion(version) },
    };
    const happenedAt = async () => {
      const current = await this.#reader.head(name);
      if (!current.commits.includes(nonce)) return undefined;
      found = current;
      return current.version;
    };
    try {
      const [written] = await sendCommit(this.#connection, [update, ...writes], happenedAt);
      return found ?? { ...head, version: written };
    } catch (error) {
      throw isConflict(error) ? new PreconditionFailed(name, 'it was changed') : toStoreError(error, 'write');
    }
  }
}

function noteHead(lane: Lane, head: Head): void {
  if (head.version !== undefined && head.version >= (lane.head?.version ?? 0)) lane.head = head;
}

function run<T>(lane: Lane, action: () => Promise<T>): Promise<T> {
  lane.pending += 1;
  const done = lane.work.then(action).finally(() => {
    lane.pending -= 1;
  });
  lane.work = done.catch(() => {});
  return done;
}

function untilDue(lane: Lane, group: Group, gather: number): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const look = () => {
      clearTimeout(timer);
      const wait = lane.lastWrite + Math.max(gather, group.patience) - performance.now();
      if (wait > 0) timer = setTimeout(look, wait);
      else resolve();
    };
    group.look = look;
    look();
  });
}

function hurry({ open }: Lane, patience = 0): void {
  if (!open || open.patience <= patience) return;
  open.patience = patience;
  open.look?.();
}

export interface DraftFollower extends DraftFollowOptions {
  name: string;
  onEntries: (entries: DraftEntry[]) => void;
  /** Told of each head, before its updates. */
  onHead: (head: Head) => void;
}

/** Follows a draft by listening to its head. @returns a function that stops following */
function followDraft(
  connection: Connection,
  reader: DraftReader,
  { name, onEntries, onHead, after, onError }: DraftFollower,
): () => void {
  const document = headName(connection.root, name);
  let isEnded = false;
  let isReporting = false;
  let told = after;
  /** The newest head that was not told yet. */
  let waiting: Head | undefined;

  function fail(error: unknown): void {
    if (isEnded) return;
    isEnded = true;
    stop();
    onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
  }

  async function tell(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    while (waiting && !isEnded) {
      const head = waiting;
      waiting = undefined;
      // Without updates, the draft was compacted meanwhile, and its next head is on its way.
      const entries = (await reader.entries(head, told)) ?? [];
      const last = entries.at(-1);
      if (isEnded || !last) continue;
      told = last.position;
      onEntries(entries);
    }
    isReporting = false;
  }

  const stop = openListenStream(
    connection,
    { documents: [document] },
    {
      onSnapshot(changes) {
        const stored = changes.get(document);
        if (!stored || isEnded) return;
        waiting = toHead(stored);
        onHead(waiting);
        tell().catch(fail);
      },
      onError: fail,
    },
  );
  return () => {
    isEnded = true;
    stop();
  };
}
