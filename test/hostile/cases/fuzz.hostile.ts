import { expect, inject, onTestFinished, test } from 'vitest';
import corpus from '../fuzz/corpus.json' with { type: 'json' };
import { type FuzzedRequest, fuzzRequest } from '../fuzz/fuzz-request.ts';
import { type FuzzRun, runFuzz } from '../fuzz/run-fuzz.ts';
import { LIMITS } from '../harness/limits.ts';
import { startVictim } from '../harness/start-victim.ts';
import { startVisitors } from '../harness/start-visitors.ts';
import { warmUp } from '../harness/warm-up.ts';

/** Seed of the short run; the long one is `node test/hostile/fuzz.ts`. */
const SEED = 20_260_702;

/** Number of requests of the short run, and its time limit in milliseconds. */
const REQUESTS = 3_000;
const LIMIT = 15_000;

/** Repetitions of each corpus request, so that several of a kind are in flight. */
const REPEATED = 5;

/** Sends requests to a separate server, and expects no errors, delays or leaks. */
async function expectCalm(options: Pick<FuzzRun, 'requests' | 'settleAfter' | 'isStopped'>): Promise<number> {
  const site = inject('hostileSite');
  const visitors = await startVisitors();
  onTestFinished(() => visitors.close());
  const victim = await startVictim(site);
  onTestFinished(async () => {
    if (!victim.hasEnded) await victim.kill();
  });
  await warmUp(victim, site);
  const { sent, failures, stalls, memoryLeft, descriptorsLeft } = await runFuzz({ site, victim, visitors, ...options });
  expect.soft(failures).toEqual([]);
  expect.soft(stalls, 'waits of other visitors that are too long, and what was asked meanwhile').toEqual([]);
  expect.soft(memoryLeft, 'bytes of memory that are left').toBeLessThan(LIMITS.memory);
  expect.soft(descriptorsLeft, 'descriptors that are left').toBeLessThanOrEqual(LIMITS.descriptors);
  expect.soft(await victim.terminate()).toMatchObject({ code: 0 });
  return sent;
}

test('requests that broke something once break nothing', { timeout: 240_000 }, async () => {
  const requests = corpus.flatMap(({ request }, index) =>
    Array.from({ length: REPEATED }, (): [number, FuzzedRequest] => [index, request as FuzzedRequest]),
  );
  expect(await expectCalm({ requests, settleAfter: 1 })).toBe(requests.length);
});

test('fuzzed requests are answered, none by an error, and nobody waits for them', { timeout: 240_000 }, async () => {
  const end = performance.now() + LIMIT;
  const requests = Array.from({ length: REQUESTS }, (_, index): [number, FuzzedRequest] => [
    index,
    fuzzRequest(SEED, index),
  ]);
  const sent = await expectCalm({ requests, settleAfter: 500, isStopped: () => performance.now() > end });
  expect(sent).toBeGreaterThan(500);
});
