import { judgeVisits, longestOwnWait, machineShare } from '../harness/judge-waits.ts';
import { LIMITS } from '../harness/limits.ts';
import { measurePageCost } from '../harness/measure-page-cost.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import { countDescriptors } from '../harness/process-state.ts';
import type { Victim } from '../harness/start-victim.ts';
import type { Visitors } from '../harness/start-visitors.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { FuzzedRequest } from './fuzz-request.ts';
import { type FuzzFailure, isDeclaredLimit, judgeOutcome } from './judge-outcome.ts';
import { type SentRequest, sendRequests } from './send-requests.ts';

export interface FuzzRun {
  site: HostileSite;
  victim: Victim;
  visitors: Visitors;
  requests: Iterable<[index: number, request: FuzzedRequest]>;
  /** Requests before the first memory measurement: by then, the server has loaded its modules. */
  settleAfter: number;
  isStopped?: () => boolean;
  /** Called for each failure, and regularly for progress. */
  onFailure?: (failure: FuzzFailure) => void;
  onProgress?: (sent: number) => void;
}

/** A visitor's excessive wait, with the requests in flight at that time. */
export interface Stall {
  what: string;
  /** Milliseconds attributed to the server. */
  own: number;
  status: number;
  suspects: FuzzFailure[];
}

export interface FuzzResult {
  sent: number;
  /** Number of responses by status, and of other outcomes such as `left` and `closed`. */
  outcomes: Map<string, number>;
  /** Refusals by declared limits. */
  limited: number;
  failures: FuzzFailure[];
  stalls: Stall[];
  /** A visitor's longest wait in milliseconds, in total and without the machine's share. */
  longestWait: number;
  longestOwnWait: number;
  /** Processor milliseconds of an uncached page before the first request, see `measurePageCost`. */
  pageCost: number;
  /** The machine's share of the run, from 0 to 1. */
  machineShare: number;
  /** Leaked bytes and descriptors. */
  memoryLeft: number;
  descriptorsLeft: number;
}

/** Concurrent requests. */
const AT_ONCE = 12;

/** Requests slower than this (in milliseconds) are recorded as possible causes of a stall. */
const SLOW = 60;

/** Maximum recorded slow requests; the oldest are dropped. */
const MAX_SLOW = 20_000;

/** Maximum requests reported for a stall. */
const MAX_SUSPECTS = 5;

/** Missing responses after which the server counts as dead. */
const MAX_MISSING = 20;

/** Milliseconds for memory and descriptors to be released. */
const RECOVERY = 30_000;

/** Milliseconds between progress reports. */
const PROGRESS = 10_000;

/** Sends fuzzed requests to a warm server, and monitors their outcomes, other visitors and the server. */
export async function runFuzz(run: FuzzRun): Promise<FuzzResult> {
  const { site, victim, visitors } = run;
  const outcomes = new Map<string, number>();
  const failures: FuzzFailure[] = [];
  const slow: SentRequest[] = [];
  let sent = 0;
  let limited = 0;
  let base: { rss: number; descriptors: number } | undefined;
  let told = performance.now();

  async function note(done: SentRequest): Promise<void> {
    sent++;
    const name = typeof done.outcome === 'string' ? done.outcome : String(done.outcome.status);
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    if (isDeclaredLimit(done.outcome)) limited++;
    if (done.end - done.start > SLOW && slow.push(done) > MAX_SLOW) slow.shift();
    const problem = judgeOutcome(done);
    if (problem !== undefined) {
      const failure = { index: done.index, request: done.request, problem };
      failures.push(failure);
      run.onFailure?.(failure);
    }
    if (performance.now() - told > PROGRESS) {
      told = performance.now();
      run.onProgress?.(sent);
    }
    if (sent === run.settleAfter) base = await measure(victim);
  }

  const pageCost = await measurePageCost(victim);
  const stop = visitors.watch(victim);
  await sendRequests({
    site,
    requests: run.requests,
    atOnce: AT_ONCE,
    onSent: note,
    isStopped: () => victim.hasEnded || (outcomes.get('no answer') ?? 0) > MAX_MISSING || (run.isStopped?.() ?? false),
  });
  const watch = await stop();
  const share = machineShare(watch);
  const judged = judgeVisits(watch).filter(({ what }) => what !== 'control');
  const stalls = judged
    .filter(({ own, status }) => own > longestOwnWait(share, pageCost) || status !== 200)
    .map(({ what, own, status, start, end }) => ({ what, own, status, suspects: suspectsWithin(slow, start, end) }));
  const left = await recover(victim, base ?? (await measure(victim)));
  return {
    sent,
    outcomes,
    limited,
    failures,
    stalls,
    longestWait: Math.max(...judged.map(({ ms }) => ms)),
    longestOwnWait: Math.max(...judged.map(({ own }) => own)),
    pageCost,
    machineShare: share,
    memoryLeft: left.rss,
    descriptorsLeft: left.descriptors,
  };
}

async function measure(victim: Victim): Promise<{ rss: number; descriptors: number }> {
  const { rss } = await victim.figures();
  return { rss, descriptors: countDescriptors(victim.pid) ?? 0 };
}

async function recover(victim: Victim, base: { rss: number; descriptors: number }) {
  let left = { rss: Number.NaN, descriptors: Number.NaN };
  await waitUntil(
    'memory and descriptors come back',
    async () => {
      const now = await measure(victim);
      left = { rss: now.rss - base.rss, descriptors: now.descriptors - base.descriptors };
      return left.rss <= LIMITS.memory && left.descriptors <= LIMITS.descriptors;
    },
    RECOVERY,
  ).catch(() => {});
  return left;
}

/** The requests in flight during a stall, longest first. */
function suspectsWithin(slow: SentRequest[], start: number, end: number): FuzzFailure[] {
  return slow
    .filter((sent) => sent.start < end && sent.end > start)
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, MAX_SUSPECTS)
    .map(({ index, request, start: from, end: to }) => ({
      index,
      request,
      problem: `took ${Math.round(to - from)} ms`,
    }));
}
