import { readdirSync, readFileSync } from 'node:fs';
import { residentMegabytes } from '../../../bench/memory.ts';

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
  /** Time that the main thread was runnable and waited for a processor. */
  waited: number;
  /** Running time of all threads and child processes. */
  all: number;
}

/** @returns `undefined` if the process has ended, or the system does not report it */
export function readCpuTimes(pid: number): CpuTimes | undefined {
  try {
    const [main, waited] = readSchedule(pid, String(pid));
    const all = [pid, ...childrenOf(pid)].reduce((sum, each) => sum + timeOfThreads(each), 0);
    return { main, waited, all };
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

/** Running time of a process's threads in milliseconds; 0 once it has ended. */
function timeOfThreads(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + readSchedule(pid, thread)[0], 0);
  } catch {
    return 0;
  }
}

function readSchedule(pid: number, thread: string): [ran: number, waited: number] {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
  return [ran / 1e6, waited / 1e6];
}
