import { availableParallelism } from 'node:os';
import { LIMITS } from './limits.ts';
import type { CpuSample, Visit, VisitedThing, Watch } from './visits.ts';

/** A visit with the server's share of its duration. */
export interface JudgedVisit extends Visit {
  /** Milliseconds from the request to the end of the response. */
  ms: number;
  /** Milliseconds attributed to the server. */
  own: number;
}

/** Waiting times of one kind of visitor. */
export interface WaitSummary {
  count: number;
  /** Median in milliseconds. */
  median: number;
  /** Maximum, in total and without the machine's share. */
  longest: number;
  longestOwn: number;
  /** Visits without a response, or with one other than 200. */
  failed: number;
}

/** Milliseconds around a visit in which a stall of the machine counts for it. */
const MARGIN = 20;

/**
 * Attributes waiting times. An overloaded machine stalls a correct server; its share is the longer of two times: the wait of
 * the control in the same period, and the time that the server's threads waited for a processor used by other processes.
 * @param processors of the machine
 */
export function judgeVisits({ visits, cpu }: Watch, processors = availableParallelism()): JudgedVisit[] {
  const control = visits.filter(({ what }) => what === 'control');
  return visits.map((visit) => {
    const ms = visit.end - visit.start;
    const stalled = Math.max(longestWithin(control, visit), foreignWait(cpu, visit, processors));
    return { ...visit, ms, own: Math.max(0, ms - stalled) };
  });
}

/** The longest wait of the control in a period. */
function longestWithin(control: Visit[], { start, end }: Visit): number {
  const times = control
    .filter((visit) => visit.end >= start - MARGIN && visit.start <= end + MARGIN)
    .map((visit) => Math.min(visit.end, end) - Math.max(visit.start, start));
  return Math.max(0, ...times);
}

/**
 * Milliseconds of a period in which the server waited for a processor used by other processes: the waiting time of its threads,
 * as far as its main thread did not run meanwhile, minus the share of its own threads.
 */
function foreignWait(cpu: CpuSample[], { start, end }: Visit, processors: number): number {
  const from = cpu.findLast(({ at }) => at <= start) ?? cpu[0];
  const to = cpu.find(({ at }) => at >= end) ?? cpu.at(-1);
  if (!from || !to || to.at <= from.at) return 0;
  const main = to.main - from.main;
  const threads = to.all - from.all - main;
  const others = processors * (to.at - from.at) - main;
  const ownShare = Math.min(1, threads / Math.max(1, others));
  const waited = Math.min(to.waited - from.waited, to.at - from.at - main);
  return Math.max(0, waited) * (1 - ownShare);
}

/** Above this share of other load on the machine, exceeded limits are not conclusive. Attacks alone reach 0.4 on two processors. */
export const BUSY_MACHINE = 0.5;

/**
 * How long a visitor may wait for the server, in milliseconds. A slow machine needs longer for the requests in front of them. While
 * a busy machine keeps the server from running, requests arrive, which it then answers one after the other: with a third of its
 * time, the line is three times as long.
 * @param share of the machine, from 0 to 1, see `machineShare`
 * @param pageCost see `measurePageCost`
 */
export function longestOwnWait(share: number, pageCost: number): number {
  const limit = Math.max(LIMITS.visitMs, LIMITS.visitPages * pageCost);
  return share > BUSY_MACHINE ? limit / (1 - Math.min(share, MOST_SHARE)) : limit;
}

/** With more, nothing could be said of the server. */
const MOST_SHARE = 0.8;

/** The share of a period in which the machine stalled the control or the server; from 0 to 1. */
export function machineShare({ visits, cpu }: Watch, processors = availableParallelism()): number {
  const start = Math.min(...visits.map((visit) => visit.start));
  const end = Math.max(...visits.map((visit) => visit.end));
  const whole: Visit = { what: 'control', start, end, status: 200 };
  const control = visits.filter(({ what }) => what === 'control');
  return Math.max(longestWithin(control, whole), foreignWait(cpu, whole, processors)) / (end - start);
}

/** Summarizes visits by kind. */
export function summarizeVisits(judged: JudgedVisit[]): { [what in VisitedThing]?: WaitSummary } {
  const kinds = Map.groupBy(judged, ({ what }) => what);
  return Object.fromEntries([...kinds].map(([what, visits]) => [what, summarize(visits)]));
}

function summarize(visits: JudgedVisit[]): WaitSummary {
  const times = visits.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    count: visits.length,
    median: times[Math.floor(times.length / 2)] ?? Number.NaN,
    longest: times.at(-1) ?? Number.NaN,
    longestOwn: Math.max(...visits.map(({ own }) => own)),
    failed: visits.filter(({ status }) => status !== 200).length,
  };
}
