import { rm } from 'node:fs/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createRandom } from '../../helpers/random.ts';
import { copySite } from '../harness/prepare-site.ts';
import { findOrphans } from '../kills/find-orphans.ts';
import { runKills } from '../kills/run-kills.ts';

const KILLS = 4;

test(`killed ${KILLS} times under writes, uploads and open editors, the server loses nothing that it acknowledged`, {
  timeout: 240_000,
}, async () => {
  const random = createRandom(20_260_701);
  const site = await copySite(inject('hostileSite'));
  onTestFinished(() => rm(site.dataDir, { recursive: true, force: true }));
  const { problems, acknowledged } = await runKills({ site, kills: KILLS, random });
  expect(problems).toEqual([]);
  expect(await findOrphans(site.dataDir)).toEqual([]);
  // Every kind of write was acknowledged at least once.
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThan(0);
});
