import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Attackers, createAttackers } from './attackers.ts';
import { expectShortLog } from './expect-short-log.ts';
import { BUSY_MACHINE, judgeVisits, longestOwnWait, machineShare, summarizeVisits } from './judge-waits.ts';
import { LIMITS, MEASURES, REPETITIONS } from './limits.ts';
import { measurePageCost } from './measure-page-cost.ts';
import type { Measurement, ServerFigures } from './measurement.ts';
import { copySite, type HostileSite } from './prepare-site.ts';
import { countDescriptors } from './process-state.ts';
import { addRow } from './report.ts';
import { startVictim, type Victim, type VictimOptions } from './start-victim.ts';
import { startVisitors, type Visitors } from './start-visitors.ts';
import { waitUntil } from './wait-until.ts';
import { warmUp } from './warm-up.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The prepared site as JSON. */
    hostileSite: HostileSite;
    /** A file with a line per case. */
    hostileReport: string;
  }
}

/** The context of an attack. */
export interface Scene {
  victim: Victim;
  site: HostileSite;
  /** Their connections stay open until the server has ended, so that the server must close them. */
  attackers: Attackers;
}

/** An attack, and what it is called. @throws Error if a response is not as it should be */
export type HostileCase = [name: string, attack: (scene: Scene) => Promise<void>];

interface CaseOptions extends Pick<VictimOptions, 'variables'> {
  /** Changes the site before its server starts. */
  prepare?: (site: HostileSite) => Promise<void>;
  /** Milliseconds for memory and descriptors to be released, if a declared timeout must pass first. */
  recovery?: number;
  /** A last attack, which the server is under when it gets the signal: what it holds then is for the server to close. */
  underway?: HostileCase;
}

/** Milliseconds of monitoring before and after an attack: each visitor is answered at least once. */
const CALM = 500;
const AFTER = 200;

/** Default milliseconds for memory and descriptors to be released, and between two looks, each of which collects garbage. */
const RECOVERY = 20_000;
const RECOVERY_INTERVAL = 250;

/** Timeout of a case in milliseconds. */
const CASE_TIMEOUT = 120_000;

/** A server under attack, with its other visitors. */
interface Siege extends Scene {
  visitors: Visitors;
  /** When it was started, on the clock of `performance`. */
  since: number;
  before: ServerFigures;
  calm: Measurement['calm'];
  pageCost: number;
}

/**
 * Tests that attack a production server one after the other, while they monitor other visitors and memory. A last test waits for
 * memory and descriptors to be released, ends the server with SIGTERM, and checks its log. If a limit is exceeded that
 * other load on the machine may exceed, a case is repeated. @see LIMITS, MEASURES
 */
export function hostileCases(title: string, cases: HostileCase[], options: CaseOptions = {}): void {
  describe(title, () => {
    let siege: Siege | undefined;
    const begun = () => {
      if (!siege) throw new Error('The server was not started');
      return siege;
    };
    beforeAll(async () => {
      const site = await copySite(inject('hostileSite'));
      await options.prepare?.(site);
      siege = await beginSiege(options, site);
    }, CASE_TIMEOUT);
    afterAll(async () => {
      if (!siege) return;
      await endSiege(siege);
      await rm(siege.site.dataDir, { recursive: true, force: true });
    });
    for (const [name, attack] of cases) {
      test(name, { timeout: (1 + REPETITIONS) * CASE_TIMEOUT }, () => attackAndJudge(begun(), name, attack));
    }
    const last = 'after that, memory and descriptors are released, the log is short, and SIGTERM ends the server';
    test(last, { timeout: CASE_TIMEOUT }, () => judgeEnd(begun(), title, options));
  });
}

/** Starts a server, and measures it before any attack. End it with `endSiege`. */
async function beginSiege({ variables = {} }: CaseOptions, site: HostileSite): Promise<Siege> {
  const visitors = await startVisitors();
  let victim: Victim | undefined;
  try {
    victim = await startVictim({ ...site, variables });
    const since = performance.now();
    await warmUp(victim, site);
    const pageCost = await measurePageCost(victim);
    const before = await read(victim);
    const { waits: calm } = await watchWhile(visitors, victim, () => pause(CALM));
    return { site, visitors, victim, attackers: createAttackers(site.port), since, before, calm, pageCost };
  } catch (error) {
    visitors.close();
    await victim?.kill();
    throw error;
  }
}

async function endSiege({ attackers, victim, visitors }: Siege): Promise<void> {
  attackers.end();
  visitors.close();
  if (!victim.hasEnded) await victim.kill();
}

/** Attacks within a test. */
async function attackAndJudge(siege: Siege, name: string, attack: HostileCase[1]): Promise<void> {
  let measured = await measure(siege, attack);
  for (let time = 0; time < REPETITIONS && isDoubtful(measured); time += 1) measured = await measure(siege, attack);
  const { failure, ...row } = measured;
  addRow(inject('hostileReport'), { name, ...row });
  if (failure !== undefined) expect.soft(failure, 'the attack is answered as it should be').toBeUndefined();
  judge(measured, siege.before);
}

/** Whether other load on the machine may be the reason that a limit was exceeded. */
function isDoubtful({ attacked, failure, machineShare: share, pageCost }: Measurement): boolean {
  if (!MEASURES) return false;
  if (failure !== undefined) return share > BUSY_MACHINE;
  return Object.values(attacked).some(({ longestOwn }) => longestOwn > longestOwnWait(share, pageCost));
}

async function measure(siege: Siege, attack: HostileCase[1]): Promise<Measurement> {
  const { victim, visitors, before, calm, pageCost } = siege;
  let failure: unknown;
  const { waits, share, peak, childrenPeak } = await watchWhile(visitors, victim, async () => {
    await attack(siege).catch((error: unknown) => {
      failure = error;
    });
    await pause(AFTER);
  });
  const after = await read(victim);
  return {
    calm,
    attacked: waits,
    pageCost,
    machineShare: share,
    peak,
    childrenPeak,
    longestDelay: after.longestDelay,
    before,
    after,
    failure,
  };
}

/** A fixed pause, not a wait for a condition. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function watchWhile(visitors: Visitors, victim: Victim, work: () => Promise<void>) {
  const stop = visitors.watch(victim);
  await work();
  const watch = await stop();
  const peak = Math.max(...watch.cpu.map(({ rss }) => rss));
  const childrenPeak = Math.max(...watch.cpu.map(({ children }) => children));
  return { waits: summarizeVisits(judgeVisits(watch)), share: machineShare(watch), peak, childrenPeak };
}

async function read(victim: Victim): Promise<ServerFigures> {
  return { ...(await victim.figures()), descriptors: countDescriptors(victim.pid) };
}

function liveBytes({ heapUsed, arrayBuffers }: ServerFigures): number {
  return heapUsed + arrayBuffers;
}

/** Waits until memory and descriptors are released. @returns the final values, released or not */
async function recover(victim: Victim, before: ServerFigures, patience: number): Promise<ServerFigures> {
  let last = await read(victim);
  const isBack = () =>
    last.rss <= before.rss + LIMITS.memory &&
    liveBytes(last) <= liveBytes(before) + LIMITS.live &&
    (last.descriptors ?? 0) <= (before.descriptors ?? 0) + LIMITS.descriptors;
  await waitUntil(
    'memory and descriptors come back',
    async () => {
      last = await read(victim);
      return isBack();
    },
    patience,
    RECOVERY_INTERVAL,
  ).catch(() => {});
  return last;
}

function judge(measured: Measurement, before: ServerFigures): void {
  const { attacked, machineShare: share, pageCost, peak, childrenPeak } = measured;
  for (const [what, { longestOwn, failed }] of Object.entries(attacked)) {
    if (what === 'control') continue;
    expect.soft(failed, `other visitors are answered: ${what}`).toBe(0);
    if (!MEASURES) continue;
    const told = `milliseconds that other visitors wait at most: ${what}`;
    expect.soft(longestOwn, told).toBeLessThan(longestOwnWait(share, pageCost));
  }
  if (!MEASURES) return;
  expect.soft(peak - before.rss / 1e6, 'megabytes of memory during the attack').toBeLessThan(LIMITS.peakMegabytes);
  expect.soft(childrenPeak, 'megabytes of the process that draws pictures').toBeLessThan(LIMITS.childrenPeakMegabytes);
}

/**
 * Waits for memory and descriptors to be released, ends the server with SIGTERM, and checks what it released, its log, and its
 * end. @param name names the server in the report
 */
async function judgeEnd(siege: Siege, name: string, { recovery = RECOVERY, underway }: CaseOptions): Promise<void> {
  const { victim, before, since } = siege;
  const after = MEASURES ? await recover(victim, before, recovery) : await read(victim);
  if (underway) await attackAndJudge(siege, ...underway);
  const ending = await victim.terminate();
  const lifetime = performance.now() - since;
  addRow(inject('hostileReport'), { name, before, after, ending });
  expect.soft(ending.code, 'SIGTERM ends the server in order').toBe(0);
  expectShortLog(victim.lines, lifetime);
  if (!MEASURES) return;
  expect.soft(after.rss - before.rss, 'bytes of memory that are left').toBeLessThan(LIMITS.memory);
  expect.soft(liveBytes(after) - liveBytes(before), 'bytes that are in use').toBeLessThan(LIMITS.live);
  expect
    .soft((after.descriptors ?? 0) - (before.descriptors ?? 0), 'descriptors that are left')
    .toBeLessThanOrEqual(LIMITS.descriptors);
}
