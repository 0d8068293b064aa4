import type { ToldLimits } from '#core/media/media-limits.ts';
import { createStore } from '../../../ui/kit/create-store.ts';
import { type SendOutcome, type SendProblem, type sendFile, TAKEN_BACK } from './send-file.ts';

/** A file on its way. */
export interface UploadEntry {
  key: number;
  file: File;
  /** `known`: the library had it already. */
  state: 'waiting' | 'sending' | 'sent' | 'known' | 'failed' | 'cancelled';
  /** Percent that have left. */
  percent: number;
  /** Why it failed: what the server says, or a key of the messages. */
  problem?: { sentence: string } | { key: SendProblem; limits?: ToldLimits };
  /** Of the file in the library. */
  id?: string;
}

/** Files sent at once: the server takes four of the largest from one account. */
const AT_ONCE = 3;

/** Times that a busy server is asked again before a file counts as failed. Source: Meki's own. */
const ATTEMPTS = 12;

/** Sends one file. */
type SendOne = (file: File, options: Parameters<typeof sendFile>[2]) => Promise<SendOutcome>;

/** Files that are uploaded side by side, each with its own progress, until `close`. */
export class UploadQueue {
  readonly entries = createStore<readonly UploadEntry[]>([]);
  readonly #send: SendOne;
  readonly #onStored: () => void;
  readonly #running = new Map<number, AbortController>();
  readonly #attempts = new Map<number, number>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #nextKey = 1;

  /** @param onStored called after each file that is in the library now */
  constructor(send: SendOne, onStored: () => void) {
    this.#send = send;
    this.#onStored = onStored;
  }

  add(files: readonly File[]): void {
    const added = files.map((file): UploadEntry => {
      const entry = { key: this.#nextKey++, file, percent: 0 };
      if (file.size === 0) return { ...entry, state: 'failed', problem: { key: 'empty' } };
      return { ...entry, state: 'waiting' };
    });
    this.entries.write([...this.entries.read(), ...added]);
    this.#fill();
  }

  cancel(key: number): void {
    this.#change(key, { state: 'cancelled' });
    this.#running.get(key)?.abort(TAKEN_BACK);
  }

  retry(key: number): void {
    this.#attempts.delete(key);
    this.#change(key, { state: 'waiting', percent: 0 });
    this.#fill();
  }

  /** Tries again what did not reach the server. */
  retryUnreached(): void {
    for (const { key, state, problem } of this.entries.read()) {
      if (state === 'failed' && problem && 'key' in problem && problem.key === 'failed') this.retry(key);
    }
  }

  /** Forgets the files that are not on their way. */
  clear(): void {
    this.entries.write(this.entries.read().filter(({ state }) => state === 'waiting' || state === 'sending'));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    for (const controller of this.#running.values()) controller.abort();
  }

  #fill(): void {
    for (const entry of this.entries.read()) {
      if (this.#isClosed || this.#pause !== undefined || this.#running.size >= AT_ONCE) return;
      if (entry.state === 'waiting') void this.#run(entry);
    }
  }

  async #run({ key, file }: UploadEntry): Promise<void> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#change(key, { state: 'sending' });
    const onProgress = (part: number) => this.#change(key, { percent: Math.round(part * 100) });
    const outcome = await this.#send(file, { onProgress, signal: controller.signal });
    this.#running.delete(key);
    if (!controller.signal.aborted) this.#settle(key, outcome);
    else if (outcome.ok) this.#onStored();
    this.#fill();
  }

  #settle(key: number, outcome: SendOutcome): void {
    if (outcome.ok) {
      this.#change(key, { state: outcome.isNew ? 'sent' : 'known', percent: 100, id: outcome.id });
      this.#onStored();
    } else if (outcome.kind === 'refused') {
      this.#change(key, { state: 'failed', problem: { sentence: outcome.problem } });
    } else if (outcome.kind === 'busy') {
      this.#wait(key, outcome);
    } else {
      this.#change(key, {
        state: 'failed',
        problem: { key: outcome.problem, ...(outcome.limits && { limits: outcome.limits }) },
      });
    }
  }

  /** Sends nothing more until the server said that it can be asked again. */
  #wait(key: number, { seconds, problem }: Extract<SendOutcome, { kind: 'busy' }>): void {
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempts);
    if (attempts >= ATTEMPTS) {
      this.#change(key, { state: 'failed', problem: problem ? { sentence: problem } : { key: 'tooMany' } });
      return;
    }
    this.#change(key, { state: 'waiting', percent: 0 });
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#fill();
    }, seconds * 1_000);
  }

  #change(key: number, change: Partial<UploadEntry>): void {
    this.entries.write(
      this.entries.read().map((entry) => {
        if (entry.key !== key) return entry;
        const { problem: _, ...rest } = entry;
        return { ...rest, ...change };
      }),
    );
  }
}
