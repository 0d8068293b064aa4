import { expect, inject, onTestFinished, test } from 'vitest';
import { type Attackers, createAttackers } from './attackers.ts';
import { readComplaints } from './complaints.ts';
import { judgeVisits, machineShare, summarizeVisits } from './judge-waits.ts';
import { LIMITS } from './limits.ts';
import type { Measurement } from './measurement.ts';
import type { HostileSite } from './prepare-site.ts';
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

export interface CaseOptions extends Pick<VictimOptions, 'variables' | 'way'> {
  /** Log lines that the case causes intentionally, including errors. */
  expectedLines?: RegExp;
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

/** Above this share of other load on the machine, exceeded limits are not conclusive. */
const BUSY_MACHINE = 0.25;

/**
 * A test that attacks a production server while it monitors other visitors, memory, descriptors and log, ends it with SIGTERM,
 * and checks everything against `LIMITS`. If a limit is exceeded on a busy machine, the case is repeated once.
 * @param attack performs the attack, and asserts the responses
 */
export function hostileCase(name: string, attack: (scene: Scene) => Promise<void>, options: CaseOptions = {}): void {
  test(name, { timeout: 2 * CASE_TIMEOUT }, async () => {
    const visitors = await startVisitors();
    onTestFinished(() => visitors.close());
    let measured = await measure(attack, visitors, options);
    if (isBroken(measured) && measured.machineShare > BUSY_MACHINE) measured = await measure(attack, visitors, options);
    addRow(inject('hostileReport'), name, measured);
    judge(measured, options);
  });
}

function isBroken({ attacked, failure }: Measurement): boolean {
  return failure !== undefined || Object.values(attacked).some(({ longestOwn }) => longestOwn > LIMITS.visitMs);
}

async function measure(
  attack: (scene: Scene) => Promise<void>,
  visitors: Visitors,
  { variables = {}, way = 'node', heldDescriptors = 0, recovery = RECOVERY }: CaseOptions,
): Promise<Measurement> {
  const site = inject('hostileSite');
  const victim = await startVictim({ ...site, variables, way });
  const attackers = createAttackers(site.port);
  let failure: unknown;
  const note = (error: unknown) => {
    failure ??= error;
    return undefined;
  };
  try {
    await warmUp(victim, site);
    const before = await read(victim);
    const { waits: calm } = await watchWhile(visitors, victim, () => pause(CALM));
    const {
      waits: attacked,
      share,
      ...peaks
    } = await watchWhile(visitors, victim, async () => {
      await attack({ victim, site, attackers }).catch(note);
      await pause(AFTER);
    });
    const during = await victim.figures().catch(note);
    const after = (await recover(victim, before, { held: heldDescriptors, patience: recovery }).catch(note)) ?? {
      ...before,
      rss: Number.NaN,
    };
    const ending = (await victim.terminate().catch(note)) ?? { ms: Number.NaN, code: null };
    const { counts, errors } = readComplaints(victim.lines);
    const longestDelay = during?.longestDelay ?? Number.NaN;
    return {
      calm,
      attacked,
      machineShare: share,
      ...peaks,
      longestDelay,
      before,
      after,
      ending,
      complaints: [...counts],
      errors,
      failure,
    };
  } finally {
    attackers.end();
    if (!victim.hasEnded) await victim.kill();
  }
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

async function read(victim: Victim): Promise<Measurement['before']> {
  return { ...(await victim.figures()), descriptors: countDescriptors(victim.pid) };
}

/** Waits until memory and descriptors are released. @returns the final values, released or not */
async function recover(
  victim: Victim,
  before: Measurement['before'],
  { held, patience }: { held: number; patience: number },
): Promise<Measurement['after']> {
  let last = await read(victim);
  const isBack = () =>
    last.rss <= before.rss + LIMITS.memory &&
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

function judge(measured: Measurement, { expectedLines, heldDescriptors = 0, way = 'node' }: CaseOptions): void {
  const { attacked, peak, childrenPeak, before, after, ending, complaints, errors, failure } = measured;
  const isExpected = (line: string) => expectedLines?.test(line) ?? false;
  if (failure !== undefined) expect.soft(failure, 'the attack is answered as it should be').toBeUndefined();
  for (const [what, { longestOwn, failed }] of Object.entries(attacked)) {
    if (what === 'control') continue;
    expect.soft(failed, `other visitors are answered: ${what}`).toBe(0);
    expect.soft(longestOwn, `milliseconds that other visitors wait at most: ${what}`).toBeLessThan(LIMITS.visitMs);
  }
  expect.soft(peak - before.rss / 1e6, 'megabytes of memory during the attack').toBeLessThan(LIMITS.peakMegabytes);
  expect.soft(childrenPeak, 'megabytes of the process that draws pictures').toBeLessThan(LIMITS.childrenPeakMegabytes);
  expect.soft(after.rss - before.rss, 'bytes of memory that are left').toBeLessThan(LIMITS.memory);
  expect
    .soft((after.descriptors ?? 0) - (before.descriptors ?? 0), 'descriptors that are left')
    .toBeLessThanOrEqual(LIMITS.descriptors + heldDescriptors);
  const isEnded = way === 'node' ? ending.code === 0 : Number.isFinite(ending.ms);
  expect.soft(isEnded, 'SIGTERM ends the server in order').toBe(true);
  expect
    .soft(
      errors.filter((line) => !isExpected(line)),
      'errors in the log',
    )
    .toEqual([]);
  expect
    .soft(
      complaints.filter(([line, count]) => count > LIMITS.linesOfAKind && !isExpected(line)),
      'a log of one line a minute and kind',
    )
    .toEqual([]);
}
