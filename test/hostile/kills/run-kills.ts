import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../helpers/random.ts';
import { readComplaints } from '../harness/complaints.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import { startVictim, type Victim } from '../harness/start-victim.ts';
import { checkKept } from './check-kept.ts';
import { openEditors } from './editors.ts';
import { createKillItems } from './kill-site.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { startPrograms } from './programs.ts';

/** A problem found after a kill. */
export interface KillProblem {
  kill: number;
  problem: string;
}

export interface KillResult {
  kills: number;
  problems: KillProblem[];
  /** Number of acknowledgements in all rounds. */
  acknowledged: Ledger['counts'];
}

/** Maximum acknowledged writes before a kill, and the timeout for them in milliseconds. */
const WRITES = 10;
const WRITING = 15_000;

/** Percentage of kills before which a picture upload is acknowledged too; the first ones are, until there is an upload. */
const WITH_UPLOAD = 30;

/** Maximum random delay before the kill in milliseconds, so that it interrupts the next write at any point. */
const MOMENT = 30;

/** Percentage of kills that follow shortly after a SIGTERM. */
const WHILE_STOPPING = 20;
const STOPPING = 60;

export interface KillRun {
  site: HostileSite;
  kills: number;
  random: Random;
  onKill?: (kill: number) => void;
}

/**
 * Repeatedly kills a server while programs write and publish and people type, restarts it on the same folder, and checks that
 * everything acknowledged is there. Ends with a graceful stop.
 */
export async function runKills({ site, kills, random, onKill }: KillRun): Promise<KillResult> {
  const ledger = createLedger();
  const problems: KillProblem[] = [];
  const note = (kill: number, problem: string) => void problems.push({ kill, problem });
  let victim = await startVictim(site);
  await createKillItems(site);
  const editors = await openEditors(site, ledger);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const since = { created: ledger.created.size, uploads: ledger.uploads.size };
      const stop = new AbortController();
      const programs = startPrograms(site, ledger, stop.signal);
      const typing = editors.type(random, stop.signal);
      await writeFor(ledger, random);
      await killVictim(victim, random);
      editors.goOffline();
      stop.abort();
      await Promise.all([programs.stopped(), typing]);
      for (const line of readComplaints(victim.lines).errors) note(kill, `the log says ${line}`);
      victim = await startVictim(site);
      const found = await Promise.all([editors.check(), checkKept(site, ledger, since)]);
      for (const problem of found.flat()) note(kill, problem);
      await editors.goOnline();
      onKill?.(kill);
    }
    for (const problem of await checkKept(site, ledger, { created: 0, uploads: 0 })) note(kills, problem);
  } finally {
    editors.end();
    if (!victim.hasEnded) await victim.terminate();
  }
  return { kills, problems, acknowledged: ledger.counts };
}

/** Waits until some writes are acknowledged, plus a random delay. */
async function writeFor({ counts }: Ledger, random: Random): Promise<void> {
  const written = () => counts.summaries + counts.publications + counts.created + counts.uploads;
  const wanted = written() + random(WRITES + 1);
  // Uploads take longest, because the picture process is started first.
  const uploads = counts.uploads + (counts.uploads === 0 || random(100) < WITH_UPLOAD ? 1 : 0);
  const end = performance.now() + WRITING;
  // Every way of uploading is interrupted once it has worked.
  const lacksOne = () => counts.arrived === 0 || counts.replacements === 0;
  while ((written() < wanted || counts.uploads < uploads || lacksOne()) && performance.now() < end) await pause(2);
  await pause(random(MOMENT));
}

async function killVictim(victim: Victim, random: Random): Promise<void> {
  if (random(100) < WHILE_STOPPING) {
    process.kill(victim.pid, 'SIGTERM');
    await pause(random(STOPPING));
  }
  await victim.kill();
}
