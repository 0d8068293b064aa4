// The child process that draws pictures. libvips cannot be interrupted while it draws, but a process can be killed.
import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { restrictSharp } from './allowed-sharp.ts';
import { drawTitle } from './draw-title.ts';
import { faultOf, judgePicture } from './judge-picture.ts';
import { makeForm } from './make-form.ts';
import type { DrawingLimits, PictureJob, PictureReply, PictureResult } from './picture-messages.ts';

/** Lower priority than the server (0), so that pages go first under load: on a core that both want, the server has nine tenths. */
const NICE = 10;

const limits: DrawingLimits = JSON.parse(process.argv[2] ?? '{}');

// Listing them starts the pool in which libvips draws.
const threads = await readdir('/proc/self/task').catch(() => ['0']);

// A thread of its own, since a parser may keep the main one busy.
const watch = new Worker(new URL('./watch-cost.ts', import.meta.url), { workerData: limits });

// `process.exit` would wait for the drawing thread.
const end = () => process.kill(process.pid, 'SIGKILL');

const send = (reply: PictureReply, then?: () => void) => process.send?.(reply, undefined, undefined, then);

watch.on('error', end);
process.on('disconnect', end);
process.on('message', async (job: PictureJob) => {
  watch.postMessage(process.cpuUsage());
  const result = await work(job);
  watch.postMessage(undefined);
  send({ kind: 'done', result, memory: process.memoryUsage.rss() });
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

async function work(job: PictureJob): Promise<PictureResult> {
  try {
    if (job.kind === 'read') return await judgePicture(job.bytes, job.contentType);
    if (job.kind === 'file') {
      const { readOtherFile } = await import('./files/judge-file.ts');
      return await readOtherFile(await openAsBlob(job.path), job.name);
    }
    if (job.kind === 'title') return { ok: true, bytes: await drawTitle(job.design, job.picture) };
    return { ok: true, bytes: await makeForm(job.bytes, job.contentType, job.recipe) };
  } catch (error) {
    return { ok: false, reason: faultOf(error) };
  }
}
