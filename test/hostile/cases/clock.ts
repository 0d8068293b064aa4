import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase } from '../harness/hostile-case.ts';
import { emailOf } from '../harness/prepare-site.ts';

const YEAR = 365 * 24 * 3_600_000;

/** The longest rate limit of a visitor in seconds: an hour, per network. */
const LONGEST_WAIT = 3_600;

/** Of a server with `HOSTILE_CLOCK`. */
export const clockCase: HostileCase = [
  'a clock that is set forward a year and back again, while people sign in and programs write',
  async ({ victim, site }) => {
    const signIn = (email: string) =>
      ask(`${victim.origin}/admin/signin`, {
        method: 'POST',
        headers: { origin: site.origin },
        body: new URLSearchParams({ email, password: 'not the password' }),
      });
    const program = { authorization: `Bearer ${site.tokens.viewer}` };
    for (const jump of [YEAR, -YEAR, -YEAR, YEAR]) {
      for (let attempt = 0; attempt < 8; attempt++) await signIn(emailOf('translator'));
      for (let index = 0; index < 20; index++)
        await (await ask(`${victim.origin}/api/v1/content-types`, { headers: program })).arrayBuffer();
      await victim.setClock(jump);
      const waits: number[] = [];
      for (const answer of [
        await signIn(emailOf('translator')),
        await ask(`${victim.origin}/api/v1/content-types`, { headers: program }),
      ]) {
        expect(answer.status).toBeLessThan(500);
        waits.push(Number(answer.headers.get('retry-after') ?? 0));
      }
      expect(Math.max(...waits), 'seconds that somebody is told to wait').toBeLessThanOrEqual(LONGEST_WAIT);
    }
  },
];
