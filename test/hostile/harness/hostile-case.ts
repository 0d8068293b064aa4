import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Attackers, createAttackers } from './attackers.ts';
import { readComplaints } from './complaints.ts';
import { BUSY_MACHINE, judgeVisits, machineShare, summarizeVisits } from './judge-waits.ts';
import { LIMITS, REPETITIONS } from './limits.ts';
import type { EndMeasurement, Measurement, ServerFigures } from './measurement.ts';
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

export interface CaseOptions extends Pick<VictimOptions, 'variables' | 'way'> {
  /** Descriptors of attackers that the server may keep within its limits. */
  heldDescriptors?: number;
  /** Milliseconds for memory and descriptors to be released, if a declared timeout must pass first. */
  recovery?: number;
}

/** Milliseconds of monitoring before and after an attack. */
const CALM = 500;
const AFTER = 300;

/** Default milliseconds for memory and descriptors to be released. */
const RECOVERY = 20_000;

/** Timeout of a case in milliseconds. */
const CASE_TIMEOUT = 120_000;

/** Milliseconds in which a kind of complaint may be logged once. */
const LOG_INTERVAL = 60_000;

/** A server under attack, with its other visitors. */
export interface Siege extends Scene {
  visitors: Visitors;
  /** When it was started, on the clock of `performance`. */
  since: number;
  before: ServerFigures;
  calm: Measurement['calm'];
}

/** A test that attacks a production server of its own. @see hostileCases */
export function hostileCase(name: string, attack: HostileCase[1], options: CaseOptions = {}): void {
  test(name, { timeout: (1 + REPETITIONS) * CASE_TIMEOUT }, async () => {
    const siege = await beginSiege(options);
    onTestFinished(() => endSiege(siege));
    await attackAndJudge(siege, name, attack);
    judgeEnd(siege, name, await stopServer(siege, options), options);
  });
}

/**
 * Tests that attack a production server one after the other, while they monitor other visitors and memory. A last test waits for
 * memory and descriptors to be released, ends the server with SIGTERM, and checks its log. If a limit is exceeded that
 * other load on the machine may exceed, a case is repeated. @see LIMITS
 */
export function hostileCases(title: string, cases: HostileCase[], options: CaseOptions = {}): void {
  beginHostileCases(title, cases, options)();
}

/**
 * Like `hostileCases`, without the last test.
 * @returns a function that declares the last test, so that others are attacked while this server releases its memory
 */
export function beginHostileCases(title: string, cases: HostileCase[], options: CaseOptions = {}): () => void {
  let siege: Siege | undefined;
  let end: Promise<EndMeasurement> | undefined;
  const begun = () => {
    if (!siege) throw new Error('The server was not started');
    return siege;
  };
  describe(title, () => {
    beforeAll(async () => {
      siege = await beginSiege(options, await copySite(inject('hostileSite')));
    }, CASE_TIMEOUT);
    afterAll(() => {
      end = siege && stopServer(siege, options);
      end?.catch(() => {});
    });
    for (const [name, attack] of cases) {
      test(name, { timeout: (1 + REPETITIONS) * CASE_TIMEOUT }, () => attackAndJudge(begun(), name, attack));
    }
  });
  return () =>
    describe(title, () => {
      afterAll(async () => {
        if (!siege) return;
        await endSiege(siege);
        await rm(siege.site.dataDir, { recursive: true, force: true });
      });
      const last = 'after that, memory and descriptors are released, the log is short, and SIGTERM ends the server';
      test(last, { timeout: CASE_TIMEOUT }, async () => {
        if (!end) throw new Error('The server was not ended');
        judgeEnd(begun(), title, await end, options);
      });
    });
}

/** Starts a server, and measures it before any attack. End it with `endSiege`. */
export async function beginSiege(
  { variables = {}, way = 'node' }: CaseOptions,
  site = inject('hostileSite'),
): Promise<Siege> {
  const visitors = await startVisitors();
  let victim: Victim | undefined;
  try {
    victim = await startVictim({ ...site, variables, way });
    const since = performance.now();
    await warmUp(victim, site);
    const before = await read(victim);
    const { waits: calm } = await watchWhile(visitors, victim, () => pause(CALM));
    return { site, visitors, victim, attackers: createAttackers(site.port), since, before, calm };
  } catch (error) {
    visitors.close();
    await victim?.kill();
    throw error;
  }
}

export async function endSiege({ attackers, victim, visitors }: Siege): Promise<void> {
  attackers.end();
  visitors.close();
  if (!victim.hasEnded) await victim.kill();
}

/** Attacks within a test. */
export async function attackAndJudge(siege: Siege, name: string, attack: HostileCase[1]): Promise<void> {
  let measured = await measure(siege, attack);
  for (let time = 0; time < REPETITIONS && isDoubtful(measured); time += 1) measured = await measure(siege, attack);
  const { failure, ...row } = measured;
  addRow(inject('hostileReport'), { name, ...row });
  if (failure !== undefined) expect.soft(failure, 'the attack is answered as it should be').toBeUndefined();
  judge(measured, siege.before);
}

/** Whether other load on the machine may be the reason that a limit was exceeded. */
function isDoubtful({ attacked, failure, machineShare: share }: Measurement): boolean {
  if (failure !== undefined) return share > BUSY_MACHINE;
  return Object.values(attacked).some(({ longestOwn }) => longestOwn > LIMITS.visitMs);
}

async function measure(siege: Siege, attack: HostileCase[1]): Promise<Measurement> {
  const { victim, visitors, before, calm } = siege;
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
async function recover(
  victim: Victim,
  before: ServerFigures,
  { held, patience }: { held: number; patience: number },
): Promise<ServerFigures> {
  let last = await read(victim);
  const isBack = () =>
    last.rss <= before.rss + LIMITS.memory &&
    liveBytes(last) <= liveBytes(before) + LIMITS.live &&
    (last.descriptors ?? 0) <= (before.descriptors ?? 0) + LIMITS.descriptors + held;
  await waitUntil(
    'memory and descriptors come back',
    async () => {
      last = await read(victim);
      return isBack();
    },
    patience,
  ).catch(() => {});
  return last;
}

function judge({ attacked, peak, childrenPeak }: Measurement, before: ServerFigures): void {
  for (const [what, { longestOwn, failed }] of Object.entries(attacked)) {
    if (what === 'control') continue;
    expect.soft(failed, `other visitors are answered: ${what}`).toBe(0);
    expect.soft(longestOwn, `milliseconds that other visitors wait at most: ${what}`).toBeLessThan(LIMITS.visitMs);
  }
  expect.soft(peak - before.rss / 1e6, 'megabytes of memory during the attack').toBeLessThan(LIMITS.peakMegabytes);
  expect.soft(childrenPeak, 'megabytes of the process that draws pictures').toBeLessThan(LIMITS.childrenPeakMegabytes);
}

/** Waits for memory and descriptors to be released, and ends the server with SIGTERM. */
export async function stopServer(
  { victim, before, since }: Siege,
  { heldDescriptors = 0, recovery = RECOVERY }: CaseOptions,
): Promise<EndMeasurement> {
  const after = await recover(victim, before, { held: heldDescriptors, patience: recovery });
  const ending = await victim.terminate();
  return { before, after, ending, lifetime: performance.now() - since };
}

/** Checks within a test what a server released, its log, and its end. @param name names the server in the report */
export function judgeEnd(
  { victim }: Siege,
  name: string,
  { before, after, ending, lifetime }: EndMeasurement,
  { heldDescriptors = 0, way = 'node' }: CaseOptions,
): void {
  const { counts, errors } = readComplaints(victim.lines);
  addRow(inject('hostileReport'), { name, before, after, ending, lifetime });
  expect.soft(after.rss - before.rss, 'bytes of memory that are left').toBeLessThan(LIMITS.memory);
  expect.soft(liveBytes(after) - liveBytes(before), 'bytes that are in use').toBeLessThan(LIMITS.live);
  expect
    .soft((after.descriptors ?? 0) - (before.descriptors ?? 0), 'descriptors that are left')
    .toBeLessThanOrEqual(LIMITS.descriptors + heldDescriptors);
  if (way === 'node') expect.soft(ending.code, 'SIGTERM ends the server in order').toBe(0);
  expect.soft(errors, 'errors in the log').toEqual([]);
  const most = LIMITS.linesOfAKind + Math.floor(lifetime / LOG_INTERVAL);
  const often = [...counts].filter(([, count]) => count > most);
  expect.soft(often, 'a log of one line a minute and kind').toEqual([]);
}
