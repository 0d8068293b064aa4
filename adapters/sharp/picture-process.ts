// The child process that draws pictures. libvips cannot be interrupted while it draws, but a process can be killed.
import { openAsBlob } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { restrictSharp } from './allowed-sharp.ts';
import { drawTitle } from './draw-title.ts';
import { faultOf, judgePicture } from './judge-picture.ts';
import { makeForm } from './make-form.ts';
import type { DrawingLimits, PictureJob, PictureReply, PictureResult } from './picture-messages.ts';

/** Interval in milliseconds for checking the cost of the job. The main thread is idle while libvips draws. */
const LOOK_INTERVAL = 50;

/** Lower priority than the server (0), so that pages go first under load. */
const NICE = 5;

const limits: DrawingLimits = JSON.parse(process.argv[2] ?? '{}');

// `process.exit` would wait for the drawing thread.
const end = () => process.kill(process.pid, 'SIGKILL');

const send = (reply: PictureReply, then?: () => void) => process.send?.(reply, undefined, undefined, then);

process.on('disconnect', end);
process.on('message', async (job: PictureJob) => {
  const stopWatching = watchCost();
  const result = await work(job);
  stopWatching();
  send({ kind: 'done', result, memory: process.memoryUsage.rss() });
});
try {
  setPriority(NICE);
} catch {
  // Not permitted on some systems; continue without.
}
restrictSharp();
send({ kind: 'ready' }, () => flushCompileCache());

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

/** Kills the process if the job exceeds its limits. @returns a function that stops the check */
function watchCost(): () => void {
  const { user, system } = process.cpuUsage();
  const look = setInterval(() => {
    const used = process.cpuUsage();
    const time = (used.user + used.system - user - system) / 1_000;
    if (time > limits.time || process.memoryUsage.rss() > limits.memory) send({ kind: 'costly' }, end);
  }, LOOK_INTERVAL);
  return () => clearInterval(look);
}
