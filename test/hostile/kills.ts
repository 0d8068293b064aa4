/**
 * Repeatedly kills a production server while programs and people write, and checks that nothing acknowledged is lost: `node
 * test/hostile/kills.ts [--kills 1000] [--seed 1]`. Exits with 1 if something is.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { build, needsBuild } from '../../scripts/build.ts';
import { createRandom } from '../helpers/random.ts';
import { environment, run } from '../helpers/servers/start-site.ts';
import { prepareSite } from './harness/prepare-site.ts';
import { runKills } from './kills/run-kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];

/** Kills between progress reports. */
const PROGRESS = 50;

if (needsBuild()) await build();
const site = await prepareSite();
try {
  const start = performance.now();
  const { problems, acknowledged } = await runKills({
    site,
    kills,
    random: createRandom(seed),
    onProblem: ({ kill, problem }) => void process.stdout.write(`seed ${seed}, kill ${kill}: ${problem}\n`),
    onKill: (kill) => void (kill % PROGRESS === 0 && process.stdout.write(`${kill} kills\n`)),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const counts = Object.entries(acknowledged).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(
    `${kills} kills in ${seconds} s; acknowledged: ${counts.join(', ')}; problems: ${problems.length}\n`,
  );
  process.stdout.write(await run(['cli/main.ts', 'doctor'], environment({ MEKI_DATA_DIR: site.dataDir })));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(site.dataDir, { recursive: true, force: true });
}
