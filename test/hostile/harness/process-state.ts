import { readdirSync, readFileSync } from 'node:fs';
import { residentMegabytes } from '../../../bench/measuring/memory.ts';

/** Whether a process is running; zombies do not count. */
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

/** Number of open descriptors of a process. `undefined` on systems that do not report it. */
export function countDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/** Milliseconds since a process started. Source: `/proc/…/schedstat` of Linux, in nanoseconds. */
export interface CpuTimes {
  /** Running time of the main thread. */
  main: number;
  /** Running time of all threads and child processes. */
  all: number;
  /** Time that they were runnable and waited for a processor, in sum: the main thread also waits for others, as in a garbage collection. */
  waited: number;
}

/** @returns `undefined` if the process has ended, or the system does not report it */
export function readCpuTimes(pid: number): CpuTimes | undefined {
  try {
    const [main] = readSchedule(pid, String(pid));
    const threads = [pid, ...childrenOf(pid)].flatMap(schedulesOfThreads);
    const all = threads.reduce((sum, [ran]) => sum + ran, 0);
    return { main, all, waited: threads.reduce((sum, [, waited]) => sum + waited, 0) };
  } catch {
    return undefined;
  }
}

/** Child processes; none if the process has ended, or the system does not report them. */
function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').flatMap((child) => (child === '' ? [] : [Number(child)]));
  } catch {
    return [];
  }
}

/** Resident memory of a process's children in bytes. */
export function memoryOfChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + (residentMegabytes(child) ?? 0) * 1e6, 0);
}

/** Of each thread of a process; none once it has ended. */
function schedulesOfThreads(pid: number): Schedule[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => readSchedule(pid, thread));
  } catch {
    return [];
  }
}

/** Milliseconds that a thread ran, and that it was runnable and waited for a processor. */
type Schedule = [ran: number, waited: number];

function readSchedule(pid: number, thread: string): Schedule {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
  return [ran / 1e6, waited / 1e6];
}
