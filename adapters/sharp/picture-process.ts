// The process that draws pictures. libvips cannot be interrupted while it draws, and a process can be ended.
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { PictureMaking, PictureReading } from '#core/media/pictures.ts';
import { restrictSharp } from './allowed-sharp.ts';
import { faultOf, judgePicture } from './judge-picture.ts';
import { makeForm } from './make-form.ts';
import type { DrawingLimits, PictureJob, PictureReply } from './picture-messages.ts';

/** Milliseconds between looks at what the job costs. The main thread has nothing else to do while libvips draws. */
const LOOK_INTERVAL = 50;

/** A priority below that of the server (0): where the processor is short, pages go first. */
const NICE = 5;

const limits: DrawingLimits = JSON.parse(process.argv[2] ?? '{}');

// `process.exit` would wait for the thread that draws.
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
  // Some systems do not let it: pictures are drawn as well.
}
restrictSharp();
send({ kind: 'ready' }, () => flushCompileCache());

async function work(job: PictureJob): Promise<PictureReading | PictureMaking> {
  try {
    if (job.kind === 'read') return await judgePicture(job.bytes, job.contentType);
    return { ok: true, bytes: await makeForm(job.bytes, job.contentType, job.recipe) };
  } catch (error) {
    return { ok: false, reason: faultOf(error) };
  }
}

/** Ends the process once the job costs more than it may. @returns what stops the watching */
function watchCost(): () => void {
  const { user, system } = process.cpuUsage();
  const look = setInterval(() => {
    const used = process.cpuUsage();
    const time = (used.user + used.system - user - system) / 1_000;
    if (time > limits.time || process.memoryUsage.rss() > limits.memory) send({ kind: 'costly' }, end);
  }, LOOK_INTERVAL);
  return () => clearInterval(look);
}
