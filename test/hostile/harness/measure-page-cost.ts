import { ask } from './ask.ts';
import { readCpuTimes } from './process-state.ts';
import type { Victim } from './start-victim.ts';

/** Pages before the measured ones: the first of a kind take about three times as long, until their code is compiled. */
const FIRST = 20;

/** Pages whose median counts, so that a garbage collection during one of them changes nothing. */
const MEASURED = 21;

/**
 * Measures how fast this machine serves an uncached page: the median of the processor time of the server's main thread, in
 * milliseconds. Other load hardly changes it, as waiting for a processor does not count.
 * @returns 0 if the system does not report processor times
 */
export async function measurePageCost({ origin, pid }: Victim): Promise<number> {
  const costs: number[] = [];
  for (let page = 0; page < FIRST + MEASURED; page++) {
    const before = readCpuTimes(pid);
    const answer = await ask(`${origin}/en/search?q=cost+${page}`);
    await answer.arrayBuffer();
    const after = readCpuTimes(pid);
    costs.push(before && after ? after.main - before.main : 0);
  }
  const measured = costs.slice(FIRST).sort((a, b) => a - b);
  return measured[Math.floor(MEASURED / 2)] ?? 0;
}
