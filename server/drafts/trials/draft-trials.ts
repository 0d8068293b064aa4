import { Worker } from 'node:worker_threads';
import {
  type DraftCosts,
  isPlain,
  type MergeJob,
  type MergeResult,
  mergeUpdates,
  type TryJob,
  type TryResult,
} from './try-draft.ts';

const ENTRY = new URL('./trial-thread.ts', import.meta.url);

/**
 * What a draft may cost, in milliseconds of processor time of a usual machine. Source: no other visitor may wait 250 ms. A text of
 * 2.9 MB in 9,000 paragraphs takes 30 ms to load, 200 ms to read and less than 1 ms for a keystroke.
 */
const MOST: DraftCosts = { apply: 100, load: 200, keystroke: 20, read: 250 };

/** The same for loading a draft that is stored: one that was not tried when it was written may cost more than another change to it. */
const MOST_LOAD = 500;

/** Milliseconds of processor time of a job, whatever the machine: a draft that cannot be loaded in it is set aside. Source: Meki's own. */
const MOST_OF_JOB = 2_000;

/** Milliseconds between two looks at the processor time of the thread, and at most for a job on a busy machine. */
const LOOK = 20;
const PATIENCE = 60_000;

/** Milliseconds without a job after which the thread ends. */
const IDLE = 10_000;

/** Megabytes of the thread's heap, and of its stack: less than the server and browsers have, so that what it can apply, they can. */
const MEMORY = { maxOldGenerationSizeMb: 256, stackSizeMb: 0.75 };

type Ready = { kind: 'ready'; pace: number };
type Reply = Ready | TryResult | MergeResult;

export type TrialOutcome = 'cheap' | 'costly' | 'incomplete' | 'unreadable';

/** The thread is not available now. */
class TrialUnavailable extends Error {}

export type MergeDraft = (updates: readonly Uint8Array[]) => Promise<MergeResult | 'costly'>;

/** Tries updates of drafts in a thread of its own, which is ended when something takes too long. */
export class DraftTrials {
  #thread: Thread | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  /** Tries a state of a draft, with an update. @throws {TrialUnavailable} */
  async try(job: Omit<TryJob, 'kind'>): Promise<TrialOutcome> {
    const answer = await this.#run({ kind: 'try', ...job });
    if (answer === 'costly') return 'costly';
    const { reply, pace } = answer;
    if (reply.kind === 'crowded') return 'costly';
    if (reply.kind !== 'tried') return reply.kind === 'incomplete' ? 'incomplete' : 'unreadable';
    const isCheap = (Object.keys(MOST) as (keyof DraftCosts)[]).every((cost) => reply.costs[cost] <= MOST[cost] * pace);
    return isCheap ? 'cheap' : 'costly';
  }

  /**
   * Merges the updates of a draft into one: at once if their number bounds what that costs, else in the thread.
   * @returns `costly` if that takes too long, or loading the result @throws {TrialUnavailable}
   */
  readonly merge: MergeDraft = async (updates) => {
    if (isPlain(updates)) return mergeUpdates({ updates });
    const answer = await this.#run({ kind: 'merge', updates });
    if (answer === 'costly') return 'costly';
    const merged = answer.reply as MergeResult;
    return merged.load <= MOST_LOAD * answer.pace ? merged : 'costly';
  };

  /** One job after the other. */
  #run(job: TryJob | MergeJob): Promise<{ reply: Reply; pace: number } | 'costly'> {
    const turn = this.#last.then(async () => {
      if (this.#isEnded) throw new TrialUnavailable('The server is stopping');
      clearTimeout(this.#idle);
      if (!this.#thread?.isAlive()) this.#thread = startThread();
      try {
        return await this.#thread.run(job);
      } finally {
        this.#idle = setTimeout(() => this.#thread?.end(), IDLE).unref();
      }
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Ends the thread; later jobs are refused. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#idle);
    this.#thread?.end();
  }
}

interface Thread {
  run(job: TryJob | MergeJob): Promise<{ reply: Reply; pace: number } | 'costly'>;
  isAlive(): boolean;
  end(): void;
}

function startThread(): Thread {
  // The options of the process are not the thread's: tests preload modules that are the server's alone.
  const worker = new Worker(ENTRY, { resourceLimits: MEMORY, env: {}, execArgv: [] });
  worker.unref();
  let isAlive = true;
  let settle: PromiseWithResolvers<Reply | 'costly'> | undefined;
  const ready = Promise.withResolvers<number>();
  ready.promise.catch(() => {});

  function gone(error: Error): void {
    isAlive = false;
    const why = new TrialUnavailable('The thread that tries updates of drafts ended', { cause: error });
    ready.reject(why);
    // A heap that is full is a cost as well.
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') settle?.resolve('costly');
    else settle?.reject(why);
  }
  worker.on('error', (error: Error) => gone(error));
  worker.on('exit', (code) => gone(new Error(`It ended with ${code}`)));
  worker.on('message', (reply: Reply) => {
    if (reply.kind === 'ready') ready.resolve(reply.pace);
    else settle?.resolve(reply);
  });

  function end(): void {
    isAlive = false;
    void worker.terminate();
  }

  /** Ends the thread when it has worked too long for a job. */
  async function watch(isOver: AbortSignal): Promise<void> {
    const start = performance.now();
    const before = await worker.cpuUsage();
    const timer = setInterval(look, LOOK);
    isOver.addEventListener('abort', () => clearInterval(timer));
    async function look(): Promise<void> {
      const { user, system } = await worker.cpuUsage(before).catch(() => before);
      if (isOver.aborted) return;
      if ((user + system) / 1_000 > MOST_OF_JOB) {
        settle?.resolve('costly');
        end();
      } else if (performance.now() - start > PATIENCE) end();
    }
  }

  return {
    async run(job) {
      const pace = await ready.promise;
      const over = new AbortController();
      settle = Promise.withResolvers();
      worker.postMessage(job);
      watch(over.signal).catch(() => {});
      try {
        const reply = await settle.promise;
        return reply === 'costly' ? reply : { reply, pace };
      } finally {
        over.abort();
      }
    },
    isAlive: () => isAlive,
    end,
  };
}
