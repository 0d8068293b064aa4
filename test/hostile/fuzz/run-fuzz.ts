import { judgeVisits } from '../harness/judge-waits.ts';
import { LIMITS } from '../harness/limits.ts';
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
  /** Requests after which memory is measured for the first time: by then, the server has loaded what it needs. */
  settleAfter: number;
  isStopped?: () => boolean;
  /** Told of each failure as it happens, and now and then of how far it is. */
  onFailure?: (failure: FuzzFailure) => void;
  onProgress?: (sent: number) => void;
}

/** A wait of a visitor that was too long, with the requests that were on their way meanwhile. */
export interface Stall {
  what: string;
  /** Milliseconds that the server is to blame for. */
  own: number;
  status: number;
  suspects: FuzzFailure[];
}

export interface FuzzResult {
  sent: number;
  /** How often each status came; `left`, `closed` and the like beside them. */
  outcomes: Map<string, number>;
  /** Refusals by declared limits. */
  limited: number;
  failures: FuzzFailure[];
  stalls: Stall[];
  /** Milliseconds that a visitor waited at most, with and without what the machine is to blame for. */
  longestWait: number;
  longestOwnWait: number;
  /** Bytes and descriptors that are left. */
  memoryLeft: number;
  descriptorsLeft: number;
}

/** Requests on their way at a time. */
const AT_ONCE = 12;

/** Requests that took this many milliseconds are remembered, as a stall may be theirs. */
const SLOW = 60;

/** Slow requests that are remembered, the latest. */
const MAX_SLOW = 20_000;

/** Most requests that a stall is put down to. */
const MAX_SUSPECTS = 5;

/** Answers that may be missing before the server counts as gone. */
const MAX_MISSING = 20;

/** Milliseconds for memory and descriptors to come back. */
const RECOVERY = 30_000;

/** Milliseconds between reports of progress. */
const PROGRESS = 10_000;

/** Sends fuzzed requests, and watches what becomes of them, of other visitors and of the server. */
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

  const stop = visitors.watch(victim);
  await sendRequests({
    site,
    requests: run.requests,
    atOnce: AT_ONCE,
    onSent: note,
    isStopped: () => victim.hasEnded || (outcomes.get('no answer') ?? 0) > MAX_MISSING || (run.isStopped?.() ?? false),
  });
  const judged = judgeVisits(await stop()).filter(({ what }) => what !== 'control');
  const stalls = judged
    .filter(({ own, status }) => own > LIMITS.visitMs || status !== 200)
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

/** The requests that may have caused a stall: those that began before it ended and ended after it began, longest first. */
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
