/**
 * Repeatedly kills a production server while programs and people write, and checks that nothing acknowledged is lost: `node
 * test/hostile/kills.ts [--kills 1000] [--seed 1] [--cloud]`. Exits with 1 if something is. With `--cloud`, an instance on emulated services
 * while files are uploaded and replaced.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { build, needsBuild } from '../../scripts/build.ts';
import { createRandom } from '../helpers/random.ts';
import { environment, run } from '../helpers/servers/start-site.ts';
import { prepareSite } from './harness/prepare-site.ts';
import { findOrphans } from './kills/find-orphans.ts';
import { runCloudKills } from './kills/kill-cloud.ts';
import { type KillResult, runKills } from './kills/run-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    cloud: { type: 'boolean' },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];

/** Kills between progress reports. */
const PROGRESS = 50;

if (needsBuild()) await build();
const start = performance.now();
if (values.cloud) tell(await runCloudKills({ kills, random: createRandom(seed) }));
else await killLocal();

async function killLocal(): Promise<void> {
  const site = await prepareSite();
  try {
    const result = await runKills({
      site,
      kills,
      random: createRandom(seed),
      onKill: (kill) => void (kill % PROGRESS === 0 && process.stdout.write(`${kill} kills\n`)),
    });
    for (const problem of await findOrphans(site.dataDir)) result.problems.push({ kill: kills, problem });
    tell(result);
    process.stdout.write(await run(['cli/main.ts', 'doctor'], environment({ MEKI_DATA_DIR: site.dataDir })));
  } finally {
    await rm(site.dataDir, { recursive: true, force: true });
  }
}

function tell({ problems, acknowledged }: KillResult): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  const counts = Object.entries(acknowledged).map(([what, count]) => `${count} ${what}`);
  for (const { kill, problem } of problems) process.stdout.write(`seed ${seed}, kill ${kill}: ${problem}\n`);
  process.stdout.write(
    `${kills} kills in ${seconds} s; acknowledged: ${counts.join(', ')}; problems: ${problems.length}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
