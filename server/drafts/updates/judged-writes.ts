import * as Y from 'yjs';
import type { Log } from '../../log/log.ts';
import { createByteBudget } from '../budgets/byte-budget.ts';
import type { DraftTrials } from '../trials/draft-trials.ts';
import { type DecodedUpdate, judgeUpdate } from './judge-update.ts';
import type { OpenDraft, UpdateSource, WriteOutcome } from './open-draft.ts';

/**
 * How many structs a draft may get by cheap updates until its state is tried, while they go on, and how many until they wait for
 * that. Together, cheap updates may cost more than each; so many at one place take less than 0.1 s.
 */
const UNTRIED = { tryAt: 400, most: 1_000 };

/**
 * How many structs of a draft cheap updates may pass at once, and per second: some 30 ms of the main thread. A keystroke passes a
 * few. Beyond that they are tried, so that each waits for a thread, and others have their turns.
 */
const PASSED = { atOnce: 100_000, perSecond: 100_000 };

/** Maximum updates of a draft that wait while one is tried: more than people type meanwhile. */
const MOST_WAITING = 200;

/** How often an update is tried if programs or other instances change the draft meanwhile. */
const TRIES = 3;

/**
 * The result of writing a browser's update. `incomplete`: the draft lacks what it follows. `too-costly`: it would take too long to
 * apply, or the draft would. `unreadable`: it cannot be applied. `busy`: to be sent again.
 */
export type JudgedOutcome = WriteOutcome | 'incomplete' | 'too-costly' | 'unreadable' | 'busy';

/** Writes the updates of browsers to a draft, whose cost is known before: by their structure, or because they were tried. */
export interface JudgedWrites {
  /** @param decoded of an update of at most `MOST_CHEAP_BYTES`; others are tried */
  write(update: Uint8Array, decoded: DecodedUpdate | undefined, source: UpdateSource): Promise<JudgedOutcome>;
}

export interface JudgedWritesOptions {
  draft: OpenDraft;
  /** The names of the shared types of its rich texts. */
  texts: readonly string[];
  trials: Pick<DraftTrials, 'try'>;
  log: Pick<Log, 'warn' | 'error'>;
}

interface Write {
  update: Uint8Array;
  decoded: DecodedUpdate | undefined;
  source: UpdateSource;
}

export function createJudgedWrites({ draft, texts, trials, log }: JudgedWritesOptions): JudgedWrites {
  const { doc } = draft;
  /** Structs of cheap updates since the state was tried. */
  let untried = 0;
  const passing = createByteBudget(PASSED);
  let isTrying = false;
  let isExhausted = false;
  /** Counts changes of the document. */
  let changes = 0;
  doc.on('update', () => {
    changes += 1;
  });
  const writing = new Set<Promise<unknown>>();
  /** The clocks of clients in updates that are being written. */
  const ahead = new Map<number, number>();
  /** The last update that waits for its turn, while one is tried. */
  let last: Promise<unknown> | undefined;
  let waiting = 0;

  async function accept(
    { update, source }: Write,
    end?: readonly [client: number, clock: number],
  ): Promise<WriteOutcome> {
    if (end) ahead.set(...end);
    const written = draft.write(update, source);
    writing.add(written);
    let outcome: WriteOutcome | undefined;
    try {
      outcome = await written;
      return outcome;
    } finally {
      writing.delete(written);
      // What follows an update that was not written is incomplete.
      if (outcome !== 'saved' || writing.size === 0) ahead.clear();
    }
  }

  /** @returns `undefined` if the update must be tried */
  function writeIfCheap(write: Write): Promise<JudgedOutcome> | undefined {
    if (!write.decoded) return undefined;
    const judged = judgeUpdate(doc, write.decoded, ahead);
    if (judged.verdict === 'known') return Promise.resolve('saved');
    if (judged.verdict === 'incomplete') return Promise.resolve('incomplete');
    if (judged.verdict !== 'cheap' || untried + judged.structs > UNTRIED.most) return undefined;
    if (passing.spend(0) > 0) return undefined;
    passing.spend(judged.steps);
    untried += judged.structs;
    const written = accept(write, judged.end);
    if (untried > UNTRIED.tryAt && !isTrying) void tryState();
    return written;
  }

  async function writeTried(write: Write): Promise<{ outcome: Promise<JudgedOutcome> }> {
    const is = (outcome: JudgedOutcome) => ({ outcome: Promise.resolve(outcome) });
    for (let time = 0; time < TRIES; time += 1) {
      await Promise.allSettled(writing);
      if (isExhausted) return is('too-costly');
      if (hasAll(write.update)) return is('saved');
      const before = changes;
      const outcome = await trials.try({ state: Y.encodeStateAsUpdate(doc), update: write.update, texts });
      if (outcome !== 'cheap') return is(outcome === 'costly' ? 'too-costly' : outcome);
      if (changes !== before) continue;
      untried = 0;
      return { outcome: accept(write) };
    }
    return is('busy');
  }

  function hasAll(update: Uint8Array): boolean {
    try {
      return Y.snapshotContainsUpdate(Y.snapshot(doc), update);
    } catch {
      return false;
    }
  }

  /** Tries the state while cheap updates go on. */
  async function tryState(): Promise<void> {
    isTrying = true;
    const tried = untried;
    try {
      await Promise.allSettled(writing);
      const outcome = await trials.try({ state: Y.encodeStateAsUpdate(doc), update: undefined, texts });
      if (outcome === 'cheap') untried = Math.max(0, untried - tried);
      else {
        isExhausted = true;
        log.warn(
          { draft: draft.key },
          'A draft takes too long to load or to read; it takes no more changes of editors',
        );
      }
    } catch (error) {
      log.error({ err: error, draft: draft.key }, 'A draft cannot be tried now');
    } finally {
      isTrying = false;
    }
  }

  return {
    async write(update, decoded, source) {
      if (isExhausted) return 'too-costly';
      const write: Write = { update, decoded, source };
      const written = last ? undefined : writeIfCheap(write);
      if (written) return written;
      if (waiting >= MOST_WAITING) return 'busy';
      waiting += 1;
      const turn = (last ?? Promise.resolve()).then(async () => {
        const cheap = isExhausted ? undefined : writeIfCheap(write);
        return cheap ? { outcome: cheap } : writeTried(write);
      });
      const tail = turn
        .catch(() => {})
        .then(() => {
          waiting -= 1;
          if (last === tail) last = undefined;
        });
      last = tail;
      return (await turn).outcome;
    },
  };
}
