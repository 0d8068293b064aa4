import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and was not asked about yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** How many descriptors a process has open: files, sockets and the like. `undefined` where the system does not tell. */
export function countDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/** Milliseconds of a process since it began. Source: `/proc/…/schedstat` of Linux, which counts nanoseconds. */
export interface CpuTimes {
  /** That its main thread ran. */
  main: number;
  /** That its main thread could have run, and waited for a processor. */
  waited: number;
  /** That all of its threads ran. */
  all: number;
}

/** @returns `undefined` where the process has ended, or the system does not tell */
export function readCpuTimes(pid: number): CpuTimes | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => readSchedule(pid, thread));
    const [main, waited] = readSchedule(pid, String(pid));
    return { main, waited, all: times.reduce((sum, [ran]) => sum + ran, 0) };
  } catch {
    return undefined;
  }
}

function readSchedule(pid: number, thread: string): [ran: number, waited: number] {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
  return [ran / 1e6, waited / 1e6];
}
