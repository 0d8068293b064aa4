import { processorSeconds } from './memory.ts';

/** Milliseconds between two looks. */
const INTERVAL = 1_000;

/** The share of one processor below which a process is idle. */
const IDLE = 0.05;

/** Milliseconds after which the benchmark goes on with a process that works all the time. */
const PATIENCE = 300_000;

/** Resolves when a process has finished its background work. On systems without `/proc`, after one interval. */
export async function untilIdle(pid: number): Promise<void> {
  const end = performance.now() + PATIENCE;
  let before = processorSeconds(pid) ?? 0;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    const now = processorSeconds(pid) ?? before;
    if (now - before < (IDLE * INTERVAL) / 1_000) return;
    before = now;
  }
}
