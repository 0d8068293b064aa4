import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { romanize } from '#core/content-types/slugs.ts';
import { bytesOf, type FileContents, pathOf } from '#core/media/file-store.ts';
import { limitConcurrency } from '#core/media/limit-concurrency.ts';
import { type FileReading, mediaIdOf } from '#core/media/media-file.ts';
import { MAX_DRAWING_MEMORY, MAX_DRAWING_TIME } from '#core/media/media-limits.ts';
import {
  type PictureMaking,
  type PictureReading,
  type Pictures,
  PicturesBusy,
  PicturesClosed,
  PicturesUnavailable,
} from '#core/media/pictures.ts';
import type { TitleDesign } from './draw-title.ts';
import type { DrawingLimits, PictureJob, PictureResult } from './picture-messages.ts';
import { type PictureWorker, startPictureWorker } from './picture-worker.ts';

/** Number of worker processes. While one is busy with an expensive picture, the other takes the rest. */
const PROCESSES = 2;

/** Milliseconds until an idle process ends, to release its memory. */
const IDLE = 10_000;

/** Timeout per picture in milliseconds, for delays that the limit of processor time does not cover. */
const PATIENCE = 60_000;

/** Maximum queue length: somebody waits for each upload, whose bytes are on a disk meanwhile; forms keep nothing. */
const WAITING = { read: 4, make: 200 };

/** A process with more memory than this after a picture is replaced, since it cannot release all of it. */
const REPLACED_FROM = 300_000_000;

export interface PicturesOptions {
  limits?: DrawingLimits;
  /** Milliseconds. */
  idle?: number;
  /** Without it, titles cannot be drawn. */
  titleDesign?: TitleDesign;
  /** A folder for files that are being judged; default: that of the system. */
  scratch?: string;
  /** Called when a process crashed on a picture. */
  onCrash?: (complaint: string) => void;
}

const hashing = limitConcurrency(1, Number.POSITIVE_INFINITY, () => new Error('There is no limit'));

/**
 * Draws pictures in child processes, which are started on demand. A picture that exceeds its limits ends only the process that
 * draws it. Uploads never occupy both, so that forms for readers continue.
 */
export function createPictures({
  limits = { time: MAX_DRAWING_TIME, memory: MAX_DRAWING_MEMORY },
  idle = IDLE,
  titleDesign,
  scratch = tmpdir(),
  onCrash = () => {},
}: PicturesOptions = {}): Pictures {
  const queue = new PictureQueue({ limits, idle, onCrash });

  /** Has work done with a new path in the scratch folder, and deletes what is there if it fails. */
  async function withScratch<T>(work: (path: string, release: () => Promise<void>) => Promise<T>): Promise<T> {
    const path = join(scratch, `${randomUUID()}.judged`);
    const release = () => rm(path, { force: true }).catch(() => {});
    try {
      return await work(path, release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  async function writing(write: () => Promise<unknown>): Promise<void> {
    try {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      await write();
    } catch (cause) {
      throw new PicturesUnavailable(`A file could not be written to ${scratch}`, { cause });
    }
  }

  return {
    async identify(contents) {
      const path = pathOf(contents);
      // Web Crypto hashes only what is in memory as a whole: one file at a time.
      if (path === undefined) return hashing.run(async () => mediaIdOf(await bytesOf(contents)));
      const result = (await queue.run('read', async () => ({ kind: 'identify', path }), undefined)) as PictureResult;
      if ('id' in result) return result.id;
      throw new PicturesUnavailable('A file took too long to be hashed');
    },
    read: (contents, contentType) =>
      withScratch(async (into, release) => {
        const prepare = async () => {
          await writing(async () => {});
          return { kind: 'read', source: await sourceOf(contents), contentType, into } as const;
        };
        const result = (await queue.run('read', prepare, undefined)) as PictureReading;
        if (!result.ok) return result;
        return { ...result, publicForm: Object.assign(await openAsBlob(into), { path: into }), release };
      }),
    readOther: (contents, name) =>
      withScratch(async (path, release) => {
        const given = pathOf(contents);
        const write = () =>
          writeFile(path, contents instanceof Blob ? contents.stream() : contents, { flag: 'wx', mode: 0o600 });
        const prepare = async () => {
          if (given === undefined) await writing(write);
          return { kind: 'file', path: given ?? path, name } as const;
        };
        const result = (await queue.run('read', prepare, undefined)) as FileReading;
        await release();
        return result;
      }),
    async make(load, contentType, recipe) {
      const prepare = async (): Promise<PictureJob | undefined> => {
        const contents = await load();
        return contents && { kind: 'make', source: await sourceOf(contents), contentType, recipe };
      };
      const result = await queue.run('make', prepare, { ok: false, reason: 'missing' } as const);
      return result as PictureMaking;
    },
    async drawTitle({ title, siteName, isRightToLeft }) {
      if (!titleDesign) throw new PicturesUnavailable('There is no design for pictures of titles');
      const { covered, ...design } = titleDesign;
      const picture = { title: inFont(title, covered), siteName: inFont(siteName, covered), isRightToLeft };
      const result = await queue.run('make', async () => ({ kind: 'title', design, picture }), undefined);
      return result as PictureMaking;
    },
    close: () => queue.close(),
  };
}

interface Task {
  kind: 'read' | 'make';
  run(worker: () => PictureWorker): Promise<void>;
  fail(error: Error): void;
}

type QueueOptions = Required<Pick<PicturesOptions, 'limits' | 'idle' | 'onCrash'>>;

/** Jobs that wait, and the processes that do them. */
class PictureQueue {
  readonly #options: QueueOptions;
  readonly #free: { worker: PictureWorker; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<PictureWorker>();
  readonly #waiting: Task[] = [];
  readonly #running: { [kind in Task['kind']]: number } = { read: 0, make: 0 };
  #isClosed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Runs a job when a process is free. @param prepare returns `undefined` if there is nothing left to do */
  run<T>(kind: Task['kind'], prepare: () => Promise<PictureJob | undefined>, missing: T): Promise<PictureResult | T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new PicturesClosed());
      if (this.#waiting.filter((task) => task.kind === kind).length >= WAITING[kind]) {
        return reject(new PicturesBusy('Too many pictures are waiting'));
      }
      const run: Task['run'] = async (worker) => {
        try {
          const job = await prepare();
          if (this.#isClosed) throw new PicturesClosed();
          const result = job ? await worker().run(job) : missing;
          // Ended by `close`, not because of its cost.
          if (this.#isClosed && job) throw new PicturesClosed();
          resolve(result);
        } catch (error) {
          // A process that `close` ends during startup only reports that it did not start.
          reject(this.#isClosed ? new PicturesClosed() : error);
        }
      };
      this.#waiting.push({ kind, run, fail: reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running.read + this.#running.make < PROCESSES) {
      const index = this.#waiting.findIndex(({ kind }) => kind === 'make' || this.#running.read === 0);
      const [task] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!task) return;
      this.#running[task.kind]++;
      void this.#perform(task);
    }
  }

  async #perform(task: Task): Promise<void> {
    let worker: PictureWorker | undefined;
    try {
      await task.run(() => {
        worker = this.#take();
        return worker;
      });
    } finally {
      this.#running[task.kind]--;
      if (worker) this.#giveBack(worker);
      this.#next();
    }
  }

  #take(): PictureWorker {
    const { limits, onCrash } = this.#options;
    const kept = this.#free.pop();
    if (kept) clearTimeout(kept.timer);
    const worker = kept?.worker.isAlive() ? kept.worker : startPictureWorker({ limits, patience: PATIENCE, onCrash });
    this.#busy.add(worker);
    return worker;
  }

  #giveBack(worker: PictureWorker): void {
    this.#busy.delete(worker);
    if (this.#isClosed || !worker.isAlive() || worker.memory() > REPLACED_FROM) {
      worker.end();
      return;
    }
    const retire = () => {
      this.#free.splice(this.#free.indexOf(entry), 1);
      worker.end();
    };
    const entry = { worker, timer: setTimeout(retire, this.#options.idle).unref() };
    this.#free.push(entry);
  }

  /** Ends the processes, and fails what waits. */
  close(): void {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.fail(new PicturesClosed());
    for (const { worker, timer } of this.#free.splice(0)) {
      clearTimeout(timer);
      worker.end();
    }
    for (const worker of this.#busy) worker.end();
  }
}

const sourceOf = async (contents: FileContents) => pathOf(contents) ?? (await bytesOf(contents));

/** A text in the letters of a font: others become Latin ones, or are left out. Empty if most of its letters would be. */
function inFont(text: string, covered: RegExp): string {
  const isWord = /[\p{L}\p{N}]/u;
  let lost = 0;
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    if (covered.test(letter)) return letter;
    const found = letterInFont(letter, covered);
    if (found === '' && isWord.test(letter)) lost++;
    return found;
  });
  const isMost = lost > letters.filter((letter) => isWord.test(letter)).length;
  const shown = letters.join('').replace(/ {2,}/g, ' ').trim();
  return isMost || !isWord.test(shown) ? '' : shown;
}

function letterInFont(letter: string, covered: RegExp): string {
  if (/[\p{Pd}\u2212]/u.test(letter)) return '-';
  const parts = Array.from(letter.normalize('NFKD'), (part) => {
    if (covered.test(part)) return part;
    const small = part.toLowerCase();
    const latin = (romanize(small) ?? '').replace(/^./, (first) => (small === part ? first : first.toUpperCase()));
    return covered.test(latin) ? latin : '';
  });
  return parts.join('');
}
