// The child process that draws pictures. libvips cannot be interrupted while it draws, but a process can be killed.
import { openAsBlob } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { restrictSharp } from './allowed-sharp.ts';
import { drawTitle } from './draw-title.ts';
import { faultOf, judgePicture } from './judge-picture.ts';
import { makeForm } from './make-form.ts';
import type { DrawingLimits, PictureJob, PictureReply, PictureResult, PictureSource } from './picture-messages.ts';

/** Lower priority than the server (0), so that pages go first under load: on a core that both want, the server has three quarters. */
const NICE = 5;

const limits: DrawingLimits = JSON.parse(process.argv[2] ?? '{}');

// `process.exit` would wait for the drawing thread.
const end = () => process.kill(process.pid, 'SIGKILL');

process.on('disconnect', end);
// The server may have ended before.
if (!process.connected) end();

// Listing them starts the pool in which libvips draws.
const threads = await readdir('/proc/self/task').catch(() => ['0']);

// A thread of its own, since a parser may keep the main one busy.
const watch = new Worker(new URL('./watch-cost.ts', import.meta.url), { workerData: limits });

const send = (reply: PictureReply, then?: () => void) => process.send?.(reply, undefined, undefined, then);

watch.on('error', end);
process.on('message', async (job: PictureJob) => {
  watch.postMessage(process.cpuUsage());
  const outcome = await work(job);
  watch.postMessage(undefined);
  send({ ...outcome, memory: process.memoryUsage.rss() });
});
for (const thread of threads) yieldToServer(Number(thread));
restrictSharp();
send({ kind: 'ready' }, () => flushCompileCache());

/** On Linux, each thread has a priority of its own, which the threads that it starts inherit. */
function yieldToServer(thread: number): void {
  try {
    setPriority(thread, NICE);
  } catch {
    // Not permitted on some systems, or the thread has ended; continue without.
  }
}

type Outcome = { kind: 'done'; result: PictureResult } | { kind: 'failed'; problem: string };

async function work(job: PictureJob): Promise<Outcome> {
  try {
    return { kind: 'done', result: await resultOf(job) };
  } catch (error) {
    // Those of the system say what it was asked for.
    if (!(error instanceof Error && 'syscall' in error))
      return { kind: 'done', result: { ok: false, reason: faultOf(error) } };
    const isMissing = job.kind === 'make' && 'code' in error && error.code === 'ENOENT';
    return isMissing
      ? { kind: 'done', result: { ok: false, reason: 'missing' } }
      : { kind: 'failed', problem: error.message };
  }
}

async function resultOf(job: PictureJob): Promise<PictureResult> {
  switch (job.kind) {
    case 'identify':
    case 'file': {
      const { identifyFile, readOtherFile } = await import('./judge-file.ts');
      const contents = await openAsBlob(job.path);
      return job.kind === 'file' ? readOtherFile(contents, job.name) : { ok: true, id: await identifyFile(contents) };
    }
    case 'read': {
      const reading = await judgePicture(await bytesAt(job.source), job.contentType);
      if (!reading.ok) return reading;
      const { publicForm, ...rest } = reading;
      await writeFile(job.into, publicForm, { flag: 'wx', mode: 0o600 });
      return rest;
    }
    case 'make':
      return { ok: true, bytes: await makeForm(await bytesAt(job.source), job.contentType, job.recipe) };
    case 'title':
      return { ok: true, bytes: await drawTitle(job.design, job.picture) };
  }
}

const bytesAt = async (source: PictureSource) => (typeof source === 'string' ? readFile(source) : source);
