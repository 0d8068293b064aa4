import { readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes; `undefined` on systems without `/proc`. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
  } catch {
    return undefined;
  }
}

/** Processor time of a process in seconds; `undefined` on systems without `/proc`. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // utime and stime, in hundredths of a second.
    return (Number(fields[10]) + Number(fields[11])) / 100;
  } catch {
    return undefined;
  }
}

/** Time that the main thread of a process has run, in milliseconds; `undefined` on systems without `/proc`. */
export function mainThreadMilliseconds(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** Samples the memory of a process. @returns a function that stops and returns the maximum. */
export function watchMemory(pid: number): () => number | undefined {
  let most = residentMegabytes(pid);
  const timer = setInterval(() => {
    const now = residentMegabytes(pid);
    if (now !== undefined) most = Math.max(most ?? 0, now);
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}
