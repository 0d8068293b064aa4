// The thread of a picture process that kills it if a job costs too much.
import { parentPort, workerData } from 'node:worker_threads';
import type { DrawingLimits } from './picture-messages.ts';

/** Milliseconds between two looks. */
const LOOK_INTERVAL = 50;

const { time, memory }: DrawingLimits = workerData;
let look: NodeJS.Timeout | undefined;

/** A message is what the process had used when a job began, or nothing at its end. */
parentPort?.on('message', (before: NodeJS.CpuUsage | undefined) => {
  clearInterval(look);
  if (!before) return;
  look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > time || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL');
  }, LOOK_INTERVAL);
});
