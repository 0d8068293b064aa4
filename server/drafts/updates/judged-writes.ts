import * as Y from 'yjs';
import type { Log } from '../../log/log.ts';
import type { DraftTrials, TrialOutcome } from '../trials/draft-trials.ts';
import { createByteBudget } from './budgets.ts';
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

/** Writes the updates of browsers to a draft, whose cost is known before: by their structure, or because they were tried. */
export class JudgedWrites {
  readonly #options: JudgedWritesOptions;
  readonly #doc: Y.Doc;
  /** Structs of cheap updates since the state was tried. */
  #untried = 0;
  readonly #passing = createByteBudget(PASSED);
  #isTrying = false;
  #isExhausted = false;
  /** Counts changes of the document. */
  #changes = 0;
  readonly #writing = new Set<Promise<unknown>>();
  /** The clocks of clients in updates that are being written. */
  readonly #ahead = new Map<number, number>();
  /** The last update that waits for its turn, while one is tried. */
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  constructor(options: JudgedWritesOptions) {
    this.#options = options;
    this.#doc = options.draft.doc;
    this.#doc.on('update', () => {
      this.#changes += 1;
    });
  }

  /** @param decoded of an update of at most `MOST_CHEAP_BYTES`; others are tried */
  async write(update: Uint8Array, decoded: DecodedUpdate | undefined, source: UpdateSource): Promise<JudgedOutcome> {
    if (this.#isExhausted) return 'too-costly';
    const write: Write = { update, decoded, source };
    const written = this.#last ? undefined : this.#writeIfCheap(write);
    if (written) return written;
    if (this.#waiting >= MOST_WAITING) return 'busy';
    this.#waiting += 1;
    const turn = (this.#last ?? Promise.resolve()).then(async () => {
      const cheap = this.#isExhausted ? undefined : this.#writeIfCheap(write);
      return cheap ? { outcome: cheap } : this.#writeTried(write);
    });
    const tail = turn
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1;
        if (this.#last === tail) this.#last = undefined;
      });
    this.#last = tail;
    return (await turn).outcome;
  }

  /** @returns `undefined` if the update must be tried */
  #writeIfCheap(write: Write): Promise<JudgedOutcome> | undefined {
    if (!write.decoded) return undefined;
    const judged = judgeUpdate(this.#doc, write.decoded, this.#ahead);
    if (judged.verdict === 'known') return Promise.resolve('saved');
    if (judged.verdict === 'incomplete') return Promise.resolve('incomplete');
    if (judged.verdict !== 'cheap' || this.#untried + judged.structs > UNTRIED.most) return undefined;
    if (this.#passing.spend(0) > 0) return undefined;
    this.#passing.spend(judged.steps);
    this.#untried += judged.structs;
    const written = this.#accept(write, judged.end);
    if (this.#untried > UNTRIED.tryAt && !this.#isTrying) void this.#tryState();
    return written;
  }

  async #accept({ update, source }: Write, end?: readonly [client: number, clock: number]): Promise<WriteOutcome> {
    if (end) this.#ahead.set(...end);
    const written = this.#options.draft.write(update, source);
    this.#writing.add(written);
    let outcome: WriteOutcome | undefined;
    try {
      outcome = await written;
      return outcome;
    } finally {
      this.#writing.delete(written);
      // What follows an update that was not written is incomplete.
      if (outcome !== 'saved' || this.#writing.size === 0) this.#ahead.clear();
    }
  }

  async #writeTried(write: Write): Promise<{ outcome: Promise<JudgedOutcome> }> {
    const is = (outcome: JudgedOutcome) => ({ outcome: Promise.resolve(outcome) });
    for (let time = 0; time < TRIES; time += 1) {
      await Promise.allSettled(this.#writing);
      if (this.#isExhausted) return is('too-costly');
      if (this.#hasAll(write.update)) return is('saved');
      const before = this.#changes;
      const outcome = await this.#try(write.update);
      if (outcome !== 'cheap') return is(outcome === 'costly' ? 'too-costly' : outcome);
      if (this.#changes !== before) continue;
      this.#untried = 0;
      return { outcome: this.#accept(write) };
    }
    return is('busy');
  }

  #hasAll(update: Uint8Array): boolean {
    try {
      return Y.snapshotContainsUpdate(Y.snapshot(this.#doc), update);
    } catch {
      return false;
    }
  }

  /** Tries the state while cheap updates go on. */
  async #tryState(): Promise<void> {
    const { draft, log } = this.#options;
    this.#isTrying = true;
    const tried = this.#untried;
    try {
      await Promise.allSettled(this.#writing);
      const outcome = await this.#try(undefined);
      if (outcome === 'cheap') this.#untried = Math.max(0, this.#untried - tried);
      else {
        this.#isExhausted = true;
        log.warn(
          { draft: draft.key },
          'A draft takes too long to load or to read; it takes no more changes of editors',
        );
      }
    } catch (error) {
      log.error({ err: error, draft: draft.key }, 'A draft cannot be tried now');
    } finally {
      this.#isTrying = false;
    }
  }

  #try(update: Uint8Array | undefined): Promise<TrialOutcome> {
    const { trials, texts } = this.#options;
    return trials.try({ state: Y.encodeStateAsUpdate(this.#doc), update, texts });
  }
}
