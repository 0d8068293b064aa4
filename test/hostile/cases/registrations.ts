import { expect } from 'vitest';
import { liveClients } from '#core/live/live-clients.ts';
import { LIVE_PATHS } from '#core/live/live-protocol.ts';
import { openSite } from '../../helpers/data-folders/open-site.ts';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';

/** Requests of the control, and of the attack. */
const FEW = 40;
const MANY = 6 * FEW;

/** Registers clients for writes. @returns the answers that are neither 200 nor 429 with a time to try again */
async function register({ victim, site }: Scene, count: number): Promise<number[]> {
  const odd: number[] = [];
  for (let sent = 0; sent < count; sent += FEW) {
    const round = Array.from({ length: FEW }, async () => {
      const answer = await ask(victim.origin + LIVE_PATHS.register, {
        method: 'POST',
        headers: { cookie: site.cookies.viewer, origin: site.origin, 'content-type': 'application/json' },
        body: '{}',
      });
      await answer.arrayBuffer();
      const isDescribed = answer.status === 429 && answer.headers.has('retry-after');
      if (answer.status !== 200 && !isDescribed) odd.push(answer.status);
    });
    await Promise.all(round);
  }
  return odd;
}

async function countClients({ site }: Scene): Promise<number> {
  const { store, close } = await openSite(site.dataDir);
  try {
    const [count] = await store.runAggregation({ collection: liveClients.name }, [{ kind: 'count' }]);
    return count ?? 0;
  } finally {
    await close();
  }
}

const registrations: HostileCase = [
  'hundreds of registrations of clients for writes, of a viewer',
  async (scene) => {
    expect(await register(scene, FEW)).toEqual([]);
    const control = await countClients(scene);
    expect(control).toBeGreaterThan(0);
    expect(await register(scene, MANY)).toEqual([]);
    expect(await countClients(scene), 'clients that the database keeps').toBeLessThan(2 * control);
  },
];

export const REGISTRATIONS: HostileCase[] = [registrations];
