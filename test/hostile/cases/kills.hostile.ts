import { expect, inject, test } from 'vitest';
import { createRandom } from '../../helpers/random.ts';
import { runKills } from '../kills/run-kills.ts';

const KILLS = 4;

test(`killed ${KILLS} times under writes, uploads and open editors, the server loses nothing that it acknowledged`, {
  timeout: 240_000,
}, async () => {
  const random = createRandom(20_260_701);
  const { problems, acknowledged } = await runKills({ site: inject('hostileSite'), kills: KILLS, random });
  expect(problems).toEqual([]);
  // Every kind of write was acknowledged at least once.
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThan(0);
});
