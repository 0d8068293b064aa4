import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { atBeginning } from '../../../test/helpers/drafts/costly-updates.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { decodeUpdate } from './judge-update.ts';
import { JudgedWrites } from './judged-writes.ts';
import type { OpenDraft } from './open-draft.ts';

/** A draft of a text that was typed backwards: who writes at its start without knowing of it passes each character. */
function openBackwards(characters: number) {
  const doc = new Y.Doc();
  const title = doc.getText('title');
  doc.transact(() => {
    for (let index = 0; index < characters; index += 1) title.insert(0, 'a');
  });
  const trial = Promise.withResolvers<'cheap'>();
  let tried = 0;
  const writes = new JudgedWrites({
    draft: partial<OpenDraft>({
      key: 'item/a/en',
      doc,
      async write(update) {
        Y.applyUpdate(doc, update);
        return 'saved';
      },
    }),
    texts: ['title'],
    trials: {
      try: () => {
        tried += 1;
        return trial.promise;
      },
    },
    log: { warn: () => {}, error: () => {} },
  });
  const written = (update: Uint8Array) =>
    writes.write(update, decodeUpdate(update), { by: { id: 'tom', name: 'Tom' } });
  return { title, written, endTrial: () => trial.resolve('cheap'), tried: () => tried };
}

const CLIENT = 4_000_000_000;

test('small updates that pass many structs each are tried before they pass too many together', async () => {
  const { title, written, endTrial, tried } = openBackwards(6_000);
  const all = Array.from({ length: 100 }, (_, clock) => written(atBeginning('title', CLIENT, clock)));
  await expect.poll(tried).toBe(1);
  expect(title.length - 6_000, 'updates that are not tried').toBeLessThan(50);
  endTrial();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['saved']));
  expect(title.length).toBe(6_100);
});

test('of the updates that wait for one that is tried, those beyond a limit are to be sent again', async () => {
  const { written, endTrial } = openBackwards(6_000);
  const all = Array.from({ length: 300 }, (_, clock) => written(atBeginning('title', CLIENT, clock)));
  const last = await all.at(-1);
  endTrial();
  expect(last).toBe('busy');
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'saved').length).toBeGreaterThan(100);
});
