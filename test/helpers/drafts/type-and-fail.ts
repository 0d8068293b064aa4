import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import * as Y from 'yjs';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { eventually } from '../eventually.ts';
import { fuzzRounds } from '../fuzz-rounds.ts';
import { createRandom, type Random } from '../random.ts';
import type { DraftClient } from './draft-client.ts';
import { createTypists, onlyText } from './random-typing.ts';

const EDITS = 30;
export interface FailingInstance {
  /** Ends it at once. */
  kill(): Promise<void> | void;
  /** Resolves once it serves again. */
  start(): Promise<void> | void;
  /** Fails its connections to the database. */
  cut(random: Random): void;
}

interface FailingDrafts {
  name: string;
  instances: readonly FailingInstance[];
  clients: readonly DraftClient[];
  draftLog: DraftLog;
  /** The text of the item's last snapshot. */
  textInItem: () => Promise<string>;
}

/** People type at random into a draft whose text is `x`, while instances are killed and cut off. Nothing saved may be lost. */
export async function typeAndFail(
  { name, instances, clients, draftLog, textInItem }: FailingDrafts,
  rounds: number,
): Promise<void> {
  const { seed, numRuns } = fuzzRounds(rounds);
  const random = createRandom(seed);
  const oneOf = <T>(all: readonly T[]) => all[random(all.length)] as T;
  const { edit, present, saved, allSaved } = createTypists(clients, random, 'x');
  const texts = () => clients.map(({ doc }) => onlyText(doc).toString());
  const inLog = async () => {
    const doc = new Y.Doc();
    for (const { update } of await draftLog.read(name)) Y.applyUpdate(doc, update);
    return doc;
  };
  await allSaved();
  for (let round = 0; round < numRuns; round++) {
    const victims = random(5) === 0 ? instances : [oneOf(instances)];
    const [killedAt, startedAt, cutAt] = [random(EDITS), random(EDITS), random(EDITS)];
    let started: Promise<unknown> = Promise.resolve();
    const start = () => {
      started = Promise.all(victims.map((victim) => victim.start()));
    };
    for (let number = 0; number < EDITS; number++) {
      if (number === cutAt) oneOf(instances).cut(random);
      if (number === killedAt) {
        await Promise.all(victims.map((victim) => victim.kill()));
        const acknowledged = [...saved.values()];
        const log = Y.snapshot(await inLog());
        for (const update of acknowledged) expect(Y.snapshotContainsUpdate(log, update)).toBe(true);
        if (startedAt <= killedAt) start();
      }
      if (number === startedAt && startedAt > killedAt) start();
      edit(oneOf(clients));
      if (random(3) === 0) await sleep(random(random(10) === 0 ? 200 : 10));
    }
    await started;
    await allSaved();
    await eventually(() => expect(new Set(texts()).size).toBe(1));
    expect([...(texts()[0] ?? '')].sort()).toEqual([...present].sort());
  }
  await eventually(async () => {
    expect(await textInItem()).toBe(texts()[0]);
    expect(await draftLog.unsettled()).toEqual([]);
  });
  expect(onlyText(await inLog()).toString()).toBe(texts()[0]);
}
