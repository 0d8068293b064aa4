import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PicturesUnavailable } from '#core/media/pictures.ts';
import type { DrawingLimits, PictureJob, PictureReply, PictureResult } from './picture-messages.ts';

/** Environment variables passed to picture processes: paths of programs, fonts and folders. No secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|XDG_\w+|FONTCONFIG_\w+|MALLOC_\w+)$/i;

/** glibc allocator settings: return freed memory to the system, use one arena for all threads. */
const SPARING = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The environment of a picture process, derived from this process's. */
export function pictureEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.fromEntries(Object.entries(variables).filter(([name]) => PASSED_ON.test(name)));
  const cache = getCompileCacheDir();
  return { ...SPARING, ...passed, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}

const ENTRY = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

/** Maximum characters of a process's standard error kept for the log. */
const MAX_COMPLAINT = 1_000;

/** What V8 says, among much else, when it ends a process. */
const OUT_OF_MEMORY = /\w+ heap out of memory/;

/** A picture process, which handles one job at a time. */
export interface PictureWorker {
  /** `costly` if the job exceeded its limits, which ends the process. @throws {PicturesUnavailable} */
  run(job: PictureJob): Promise<PictureResult>;
  /** Whether it can take a job. */
  isAlive(): boolean;
  /** Memory in bytes after the last job. */
  memory(): number;
  /** Kills the process. */
  end(): void;
}

export interface PictureWorkerOptions {
  limits: DrawingLimits;
  /** Timeout per job in milliseconds, after which the process is killed. */
  patience: number;
  /** Called when a process crashed on a picture, with its standard error. */
  onCrash(complaint: string): void;
}

export function startPictureWorker({ limits, patience, onCrash }: PictureWorkerOptions): PictureWorker {
  const child = fork(ENTRY, [JSON.stringify(limits)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--max-old-space-size=256'],
    env: pictureEnvironment(process.env),
  });
  let complaint = '';
  let outOfMemory: string | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outOfMemory ??= OUT_OF_MEMORY.exec(complaint + text)?.[0];
    complaint = (complaint + text).slice(0, MAX_COMPLAINT);
  });
  let isAlive = true;
  let isReady = false;
  let memory = 0;
  let settle: { resolve(result: PictureResult): void; reject(error: Error): void } | undefined;

  const end = () => {
    isAlive = false;
    child.kill('SIGKILL');
  };
  const gone = (cause: unknown, signal?: NodeJS.Signals | null) => {
    isAlive = false;
    const waiting = settle;
    settle = undefined;
    if (!waiting) return;
    if (isReady) {
      // Killed for its cost by itself, by this process or by the system; otherwise it crashed on this picture.
      const wasEnded = signal === 'SIGKILL';
      if (!wasEnded) onCrash(`${signal ?? cause}: ${outOfMemory ?? complaint.trim()}`);
      waiting.resolve({ ok: false, reason: wasEnded || outOfMemory ? 'costly' : 'unreadable' });
    } else {
      const message = `The process that draws pictures did not start${complaint && `: ${complaint.trim()}`}`;
      waiting.reject(new PicturesUnavailable(message, { cause }));
    }
  };
  child.on('error', (error) => gone(error));
  // Not `exit`, after which the rest of the complaint may come.
  child.on('close', (code, signal) => gone(signal ?? code, signal));
  child.on('message', (reply: PictureReply) => {
    if (reply.kind === 'ready') isReady = true;
    else {
      memory = reply.memory;
      if (reply.kind === 'done') settle?.resolve(reply.result);
      else settle?.reject(new PicturesUnavailable(`A picture process failed: ${reply.problem}`));
      settle = undefined;
    }
  });
  keepAwake(child, false);

  return {
    async run(job) {
      keepAwake(child, true);
      const timer = setTimeout(end, patience);
      try {
        return await new Promise<PictureResult>((resolve, reject) => {
          settle = { resolve, reject };
          if (isAlive && child.connected) child.send(job, (error) => error && end());
          else gone('it had ended');
        });
      } finally {
        clearTimeout(timer);
        keepAwake(child, false);
      }
    },
    isAlive: () => isAlive && child.connected,
    memory: () => memory,
    end,
  };
}

/** Whether the child keeps this process's event loop alive (ref/unref). */
function keepAwake(child: ChildProcess, isAwake: boolean): void {
  const pipe = child.stderr as (NodeJS.ReadableStream & { ref?(): void; unref?(): void }) | null;
  for (const part of [child, child.channel, pipe]) {
    if (isAwake) part?.ref?.();
    else part?.unref?.();
  }
}
