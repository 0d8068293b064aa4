import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { markCloudSite, openSite } from '../../helpers/data-folders/open-site.ts';
import type { Random } from '../../helpers/random.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import { findFreePort } from '../../helpers/servers/start-site.ts';
import { readComplaints } from '../harness/complaints.ts';
import { startVictim } from '../harness/start-victim.ts';
import { checkUpload } from './check-kept.ts';
import { findOrphans } from './find-orphans.ts';
import { createLedger } from './ledger.ts';
import { repeat } from './programs.ts';
import type { KillResult } from './run-kills.ts';
import { checkReplaced, goOn, replaceOnce, type UploadSite, uploadInParts } from './upload-files.ts';

const EDITOR = { name: 'Eva', role: 'editor', email: 'eva@example.org', password: 'lámpara río sereno' } as const;

/** Maximum milliseconds of uploads before a kill. */
const UPLOADING = 1_500;

/** Kills an instance of the cloud backend, on emulated services, while files are uploaded and replaced, as `runKills`. */
export async function runCloudKills({ kills, random }: { kills: number; random: Random }): Promise<KillResult> {
  const cloud = await startCloud();
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-kills-'));
  const ledger = createLedger();
  const problems: KillResult['problems'] = [];
  try {
    markCloudSite(dataDir, cloud.variables);
    await fillFolder(dataDir, { people: [{ ...EDITOR, languages: [] }] });
    const port = await findFreePort();
    const start = () => startVictim({ dataDir, port, variables: cloud.variables });
    let victim = await start();
    const site = await enter(victim.origin, dataDir);
    try {
      for (let kill = 1; kill <= kills; kill++) {
        const note = (problem: string) => void problems.push({ kill, problem });
        const known = ledger.uploads.size;
        const stop = new AbortController();
        const loops = [uploadInParts, uploadInParts, replaceOnce].map((action) =>
          repeat(async () => void (await action(site, ledger)), stop.signal),
        );
        await pause(random(UPLOADING));
        await victim.kill();
        stop.abort();
        await Promise.all(loops);
        for (const line of readComplaints(victim.lines).errors) note(`the log says ${line}`);
        victim = await start();
        for (const path of [...ledger.begun.keys()]) {
          await goOn(site, ledger, path).catch((error: Error) => note(error.message));
        }
        const uploads = [...ledger.uploads].slice(known);
        const found = [checkReplaced(site, ledger), ...uploads.map(([id, pixels]) => checkUpload(site, id, pixels))];
        for (const problem of (await Promise.all(found)).flat()) note(problem);
      }
    } finally {
      await victim.terminate();
    }
    for (const problem of await findOrphans(dataDir)) problems.push({ kill: kills, problem });
    return { kills, problems, acknowledged: ledger.counts };
  } finally {
    await cloud.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function enter(origin: string, dataDir: string): Promise<UploadSite> {
  const editor = await signInCookie(origin, EDITOR);
  const { store, close } = await openSite(dataDir);
  try {
    const access = { name: 'Kills', role: 'editor', languages: [] } as const;
    const made = await createApiToken({ store }, { kind: 'command-line' }, { ...access, languages: [] });
    if (!made.ok) throw new Error(made.reason);
    return { origin, cookies: { editor }, tokens: { editor: made.token } };
  } finally {
    await close();
  }
}
