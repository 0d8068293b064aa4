import { cpus } from 'node:os';

/** Share of the processor that may be in use by others, of 1. */
const MOST_BUSY = 0.1;

/** Milliseconds to look at the processor. */
const LOOK = 3_000;

/** @throws {Error} if other programs use the processor: figures measured beside them would be theirs as well */
export async function requireQuiet(): Promise<void> {
  const before = readTimes();
  await new Promise((resolve) => setTimeout(resolve, LOOK));
  const after = readTimes();
  const busy = 1 - (after.idle - before.idle) / (after.total - before.total);
  if (busy > MOST_BUSY)
    throw new Error(
      `Other programs use ${Math.round(busy * 100)} % of the processor. Figures are only written on a quiet machine.`,
    );
}

function readTimes(): { idle: number; total: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (pick: (time: (typeof times)[number]) => number) => times.reduce((total, time) => total + pick(time), 0);
  return { idle: sum(({ idle }) => idle), total: sum((time) => Object.values(time).reduce((a, b) => a + b, 0)) };
}
