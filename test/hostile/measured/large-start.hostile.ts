import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listingPath } from '#core/site/content-paths.ts';
import config from '#site-config';
import { fillSite, GENERATED_TYPE } from '../../../bench/sites/fill-site.ts';
import { findFreePort } from '../../helpers/servers/start-site.ts';
import { ask } from '../harness/ask.ts';
import { startVictim } from '../harness/start-victim.ts';

/** Items whose search takes seconds to make. */
const ITEMS = 600;

/** Answers while the search is made: a few, if its work is cut into slices. One, if it is not. */
const LEAST_ANSWERS = 10;

/** The longest wait for an answer, as a part of the time that the search takes: work that never pauses takes all of it. */
const LONGEST_WAIT = 1 / 3;

test('a server that starts on hundreds of imported items answers while it makes their search', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-large-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await fillSite({ dataDir }, ITEMS);
  const server = await startVictim({ dataDir, port: await findFreePort() });
  onTestFinished(() => server.kill());
  const startedAt = performance.now();
  const waits: { [path: string]: number[] } = { '/healthz': [], [listingPath(config, 'es', GENERATED_TYPE)]: [] };
  for (let isComplete = false; !isComplete; ) {
    for (const [path, times] of Object.entries(waits)) {
      const askedAt = performance.now();
      expect((await ask(server.origin + path)).status).toBe(200);
      times.push(performance.now() - askedAt);
    }
    const { checks } = (await (await ask(`${server.origin}/readyz?verbose`)).json()) as {
      checks: { search: { ok: boolean } };
    };
    isComplete = checks.search.ok;
  }
  const took = performance.now() - startedAt;
  for (const [path, times] of Object.entries(waits)) {
    expect(times.length, path).toBeGreaterThanOrEqual(LEAST_ANSWERS);
    expect(Math.max(...times) / took, path).toBeLessThan(LONGEST_WAIT);
  }
});
