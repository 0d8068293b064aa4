import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { schedulePublish } from '#core/publishing/schedule-item.ts';
import { createApiToken, programById, revokeApiToken } from '#core/tokens/api-tokens.ts';
import { createItemSite, finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createItemJobs } from './item-jobs.ts';

const machine = { kind: 'command-line' } as const;

test.each([
  ['while its token is good', false, { state: 'published' }],
  ['no more once its token is revoked', true, { state: 'draft', schedule: { failed: { reason: 'forbidden' } } }],
])('what a program scheduled is done %s', async (_, isRevoked, expected) => {
  const { dependencies, store, clock, putItem } = createItemSite();
  await putItem('one', 'notice', { es: finishedLanguage('uno') });
  const made = await createApiToken(dependencies, machine, { name: 'Sync', role: 'editor' });
  const program = made.ok && (await programById(dependencies, `program-${made.facts.id}`));
  if (!made.ok || !program) throw new Error('There is no program');
  const target = { id: 'one', languages: ['es'], at: clock.time + 1_000 };
  expect(await schedulePublish(dependencies, program, target, { acceptWarnings: true })).toMatchObject({ ok: true });
  if (isRevoked) await revokeApiToken(dependencies, machine, made.facts.id);
  clock.time += 2_000;
  const jobs = createItemJobs({
    ...dependencies,
    files: createMemoryFileStore(),
    identity: { lookup: async () => undefined },
    log: createFakeLog(),
  });
  jobs.start();
  onTestFinished(() => jobs.stop());
  const standing = async () => {
    const [document] = await store.batchGet([items.at('one').path]);
    return (document?.data as Item | undefined)?.languages.es;
  };
  await expect.poll(standing).toMatchObject(expected);
});

test('a start after an import lets requests have their turn between items', async () => {
  const { dependencies, putItem } = createItemSite();
  for (let number = 0; number < 40; number++)
    await putItem(`item-${number}`, 'notice', { es: finishedLanguage('uno') });
  let pauses = 0;
  const jobs = createItemJobs({
    ...dependencies,
    files: createMemoryFileStore(),
    identity: { lookup: async () => undefined },
    log: createFakeLog(),
    async pause() {
      pauses += 1;
    },
  });
  jobs.start();
  onTestFinished(() => jobs.stop());
  // Cards, lists, and the uses of pictures.
  await expect.poll(() => pauses).toBeGreaterThanOrEqual(3 * 40);
});
