import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../helpers/project-root.ts';
import { environment, findFreePort, run } from '../../helpers/servers/start-site.ts';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';
import { commandOf, NODE, type WayToStart } from '../harness/ways-to-start.ts';
import { heldLock } from './database-lock.ts';

/** Timeout for a second server to give up, in milliseconds. */
const PATIENCE = 30_000;

/** Starts a second server on the same folder. @returns its exit code and output */
async function startSecond({ site }: Scene, way: WayToStart): Promise<{ code: number | null; said: string }> {
  const variables = { MEKI_DATA_DIR: site.dataDir, MEKI_LOG: 'json', PORT: String(await findFreePort()) };
  const [program, ...args] = commandOf(way);
  const child = spawn(program, args, { cwd: ROOT, env: environment(variables), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(patience);
  return { code, said };
}

/** The lists of the admin area and the API use the indexes that the server was started with. */
async function expectListed({ victim, site }: Scene): Promise<void> {
  const cookie = { cookie: site.cookies.owner };
  const program = { authorization: `Bearer ${site.tokens.editor}` };
  for (const path of ['/admin/items/articles', '/admin/health', '/admin/audit', '/articulos', '/feed.xml']) {
    expect([path, (await ask(victim.origin + path, { headers: cookie })).status]).toEqual([path, 200]);
  }
  expect((await ask(`${victim.origin}/api/v1/items?type=articles`, { headers: program })).status).toBe(200);
}

const secondServer: HostileCase = [
  'a second and a third server on the same folder, started at once',
  async (scene) => {
    const ways = ['node', 'cli/meki.js serve'] as const;
    const ends = await Promise.all(ways.map(async (way) => ({ way, ...(await startSecond(scene, way)) })));
    for (const { way, code, said } of ends) {
      expect([way, code]).toEqual([way, 1]);
      // The message contains the folder and its server.
      expect(said).toContain(scene.site.dataDir);
      expect(said).toContain(String(scene.victim.pid));
    }
    await expectListed(scene);
  },
];

const commandsBeside: HostileCase = [
  'commands and a newer build beside the server, several at once',
  async (scene) => {
    const { dataDir } = scene.site;
    const commands = [
      ['token', 'list'],
      ['user', 'list'],
      ['doctor', '--json'],
    ];
    const script = join(import.meta.dirname, '../harness/open-as-newer-build.ts');
    const newer = spawn(NODE, [script, dataDir], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    const newerEnds = once(newer, 'exit');
    const results = await Promise.allSettled(
      commands.map((args) => run(['cli/main.ts', ...args], environment({ MEKI_DATA_DIR: dataDir }))),
    );
    // A command may refuse to run beside a server with a message, but must not crash.
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(reasons.filter((reason) => /\n\s+at /.test(reason))).toEqual([]);
    const [code] = (await newerEnds) as [number | null];
    // Refused or not, it exits properly, and the server continues.
    expect(code).toBe(0);
    await expectListed(scene);
  },
];

export const DATA_FOLDER: HostileCase[] = [secondServer, commandsBeside, heldLock];
