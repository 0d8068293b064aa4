import { expect, inject, onTestFinished, test } from 'vitest';
import corpus from '../fuzz/corpus.json' with { type: 'json' };
import { type FuzzedRequest, fuzzRequest } from '../fuzz/fuzz-request.ts';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { BUSY_MACHINE } from '../harness/judge-waits.ts';
import { LIMITS, MEASURES, REPETITIONS } from '../harness/limits.ts';
import { startVictim } from '../harness/start-victim.ts';
import { startVisitors } from '../harness/start-visitors.ts';
import { warmUp } from '../harness/warm-up.ts';

/** Seed of the short run; the long one is `node test/hostile/fuzz.ts`. */
const SEED = 20_260_702;

/** Maximum fuzzed requests of the short run, and milliseconds after which no more are sent. */
const REQUESTS = 1_500;
const LIMIT = 15_000;

/** Maximum duration of a run in milliseconds, with the start of its server and its recovery. */
const RUN_TIMEOUT = 80_000;

/** Fuzzed requests before the first memory measurement, which are sent however long it takes. */
const SETTLED = 500;

/** Repetitions of each corpus request, so that several of a kind are in flight. */
const REPEATED = 5;

const KNOWN = corpus.flatMap(({ request }, index) =>
  Array.from({ length: REPEATED }, (): [number, FuzzedRequest] => [index, request as FuzzedRequest]),
);

/** Fuzzed ones first, then those that broke something once, then other fuzzed ones until the time is over. */
function* requestsToSend(): Generator<[number, FuzzedRequest]> {
  const end = performance.now() + LIMIT;
  for (let index = 0; index < SETTLED; index++) yield [index, fuzzRequest(SEED, index)];
  yield* KNOWN;
  for (let index = SETTLED; index < REQUESTS && performance.now() < end; index++) {
    yield [index, fuzzRequest(SEED, index)];
  }
}

/** Sends requests to a server of their own, and ends it. */
async function fuzz() {
  const site = inject('hostileSite');
  const visitors = await startVisitors();
  onTestFinished(() => visitors.close());
  const victim = await startVictim(site);
  onTestFinished(async () => {
    if (!victim.hasEnded) await victim.kill();
  });
  await warmUp(victim, site);
  const result = await runFuzz({ site, victim, visitors, requests: requestsToSend(), settleAfter: SETTLED });
  return { ...result, ending: await victim.terminate() };
}

/**
 * Expects no errors, delays or leaks of a server that gets the requests. If there are delays, or errors on a busy machine, they
 * are sent to another one.
 * @returns the number of requests that were sent
 */
async function expectCalm(): Promise<number> {
  let result = await fuzz();
  const isDoubtful = () => (result.failures.length > 0 ? result.machineShare > BUSY_MACHINE : result.stalls.length > 0);
  for (let time = 0; MEASURES && time < REPETITIONS && isDoubtful(); time += 1) result = await fuzz();
  expect.soft(result.failures).toEqual([]);
  expect.soft(result.ending).toMatchObject({ code: 0 });
  if (!MEASURES) return result.sent;
  expect.soft(result.stalls, 'waits of other visitors that are too long, and what was asked meanwhile').toEqual([]);
  expect.soft(result.memoryLeft, 'bytes of memory that are left').toBeLessThan(LIMITS.memory);
  expect.soft(result.descriptorsLeft, 'descriptors that are left').toBeLessThanOrEqual(LIMITS.descriptors);
  return result.sent;
}

test('requests that broke something once, and fuzzed ones, are answered, none by an error, and nobody waits for them', {
  timeout: (1 + REPETITIONS) * RUN_TIMEOUT,
}, async () => {
  expect(await expectCalm()).toBeGreaterThanOrEqual(KNOWN.length + SETTLED);
});
