import { MAX_DRAWING_MEMORY, MAX_DRAWING_TIME } from '#core/media/media-limits.ts';
import {
  type PictureMaking,
  type PictureReading,
  type Pictures,
  PicturesBusy,
  PicturesClosed,
} from '#core/media/pictures.ts';
import type { DrawingLimits, PictureJob } from './picture-messages.ts';
import { type PictureWorker, startPictureWorker } from './picture-worker.ts';

/** Processes that draw at once. While one is busy with a heavy picture, others go by the other one. */
const PROCESSES = 2;

/** Milliseconds until a process without work ends, and gives its memory back. */
const IDLE = 10_000;

/** Milliseconds for one picture by the clock, for what the limit of processor time does not see. */
const PATIENCE = 60_000;

/** Pictures that may wait: uploads hold their bytes meanwhile, forms hold nothing. */
const WAITING = { read: 4, make: 200 };

/** Bytes of memory after a picture from which on a process is replaced, since not all of it can be given back. */
const REPLACED_FROM = 300_000_000;

export interface PicturesOptions {
  limits?: DrawingLimits;
  /** Milliseconds. */
  idle?: number;
  /** Hears that a process broke down over a picture. */
  onCrash?: (complaint: string) => void;
}

interface Task {
  kind: PictureJob['kind'];
  run(worker: () => PictureWorker): Promise<void>;
  fail(error: Error): void;
}

/**
 * Draws pictures in processes of their own, which are started when they are needed. A picture that costs more than it may
 * ends the process that draws it, and no other. Uploads never take both, so that forms for readers go on being made.
 */
export function createPictures({
  limits = { time: MAX_DRAWING_TIME, memory: MAX_DRAWING_MEMORY },
  idle = IDLE,
  onCrash = () => {},
}: PicturesOptions = {}): Pictures {
  const free: { worker: PictureWorker; timer: NodeJS.Timeout }[] = [];
  const busy = new Set<PictureWorker>();
  const waiting: Task[] = [];
  const running: { [kind in PictureJob['kind']]: number } = { read: 0, make: 0 };
  let isClosed = false;

  function take(): PictureWorker {
    const kept = free.pop();
    if (kept) clearTimeout(kept.timer);
    const worker = kept?.worker.isAlive() ? kept.worker : startPictureWorker({ limits, patience: PATIENCE, onCrash });
    busy.add(worker);
    return worker;
  }

  function giveBack(worker: PictureWorker): void {
    busy.delete(worker);
    if (isClosed || !worker.isAlive() || worker.memory() > REPLACED_FROM) {
      worker.end();
    } else {
      const entry = { worker, timer: setTimeout(() => retire(entry), idle).unref() };
      free.push(entry);
    }
  }

  function retire(entry: (typeof free)[number]): void {
    free.splice(free.indexOf(entry), 1);
    entry.worker.end();
  }

  function next(): void {
    while (running.read + running.make < PROCESSES) {
      const index = waiting.findIndex(({ kind }) => kind === 'make' || running.read === 0);
      const [task] = index < 0 ? [] : waiting.splice(index, 1);
      if (!task) return;
      running[task.kind]++;
      void perform(task);
    }
  }

  async function perform(task: Task): Promise<void> {
    let worker: PictureWorker | undefined;
    try {
      await task.run(() => {
        worker = take();
        return worker;
      });
    } finally {
      running[task.kind]--;
      if (worker) giveBack(worker);
      next();
    }
  }

  /** Does a job when its turn comes. @param prepare `undefined` where there is nothing to do after all */
  function enqueue<T>(
    kind: Task['kind'],
    prepare: () => Promise<PictureJob | undefined>,
    missing: T,
  ): Promise<PictureReading | PictureMaking | T> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new PicturesClosed());
      if (waiting.filter((task) => task.kind === kind).length >= WAITING[kind]) {
        return reject(new PicturesBusy('Too many pictures are waiting'));
      }
      const run: Task['run'] = async (worker) => {
        try {
          const job = await prepare();
          if (isClosed) throw new PicturesClosed();
          const result = job ? await worker().run(job) : missing;
          // Ended by `close`, and not for what it cost.
          if (isClosed && job) throw new PicturesClosed();
          resolve(result);
        } catch (error) {
          // A process that `close` ends while it starts says only that it did not start.
          reject(isClosed ? new PicturesClosed() : error);
        }
      };
      waiting.push({ kind, run, fail: reject });
      next();
    });
  }

  return {
    async read(bytes, contentType) {
      const result = await enqueue('read', async () => ({ kind: 'read', bytes, contentType }), undefined);
      return result as PictureReading;
    },
    async make(load, contentType, recipe) {
      const prepare = async (): Promise<PictureJob | undefined> => {
        const bytes = await load();
        return bytes && { kind: 'make', bytes, contentType, recipe };
      };
      const result = await enqueue('make', prepare, { ok: false, reason: 'missing' } as const);
      return result as PictureMaking;
    },
    close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.fail(new PicturesClosed());
      for (const { worker, timer } of free.splice(0)) {
        clearTimeout(timer);
        worker.end();
      }
      for (const worker of busy) worker.end();
    },
  };
}
