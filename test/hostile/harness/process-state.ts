import { readdirSync, readFileSync } from 'node:fs';
import { residentMegabytes } from '../../../bench/memory.ts';

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
  /** That all of its threads and those of its children ran. */
  all: number;
}

/** @returns `undefined` where the process has ended, or the system does not tell */
export function readCpuTimes(pid: number): CpuTimes | undefined {
  try {
    const [main, waited] = readSchedule(pid, String(pid));
    const all = [pid, ...childrenOf(pid)].reduce((sum, each) => sum + timeOfThreads(each), 0);
    return { main, waited, all };
  } catch {
    return undefined;
  }
}

/** The processes that a process started; none where it has ended, or the system does not tell. */
function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').flatMap((child) => (child === '' ? [] : [Number(child)]));
  } catch {
    return [];
  }
}

/** Bytes of resident memory of the processes that a process started. */
export function memoryOfChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + (residentMegabytes(child) ?? 0) * 1e6, 0);
}

/** Milliseconds that the threads of a process ran; 0 once it has ended. */
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
