import { describe, expect, onTestFinished, test } from 'vitest';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { noError } from './contract-store.ts';

const NAME = 'item/chest-x-ray/es';
const bytes = (...values: number[]) => new Uint8Array(values);

function follow(log: DraftLog, after: number) {
  const entries: DraftEntry[] = [];
  const stop = log.follow(NAME, (some) => entries.push(...some), { ...noError, after });
  onTestFinished(stop);
  const told = () => entries.map(({ update }) => [...update]);
  return { told, stop, positions: () => entries.map(({ position }) => position) };
}

/** `toEqual` takes seconds for millions of bytes. */
function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}

/**
 * The contract of the `DraftLog` port, run against every adapter.
 * @param createLog creates an empty log and cleans up.
 */
export function describeDraftLog(name: string, createLog: () => DraftLog): void {
  const updates = async (log: DraftLog, draft = NAME) => (await log.read(draft)).map(({ update }) => [...update]);

  describe(`DraftLog: ${name}`, () => {
    test('has nothing of a draft that nobody wrote', async () => {
      const log = createLog();
      expect(await log.read(NAME)).toEqual([]);
      expect(await log.open([NAME])).toMatchObject([{ settled: 0 }]);
      expect(await log.unsettled()).toEqual([]);
    });

    test('gives back the updates of each draft in order, byte for byte', async () => {
      const log = createLog();
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      const first = await log.append(NAME, all);
      await log.append('item/chest-x-ray/en', bytes(9));
      const second = await log.append(NAME, bytes());
      expect(second).toBeGreaterThan(first);
      expect((await log.read(NAME)).map(({ position }) => position)).toEqual([first, second]);
      expect(await updates(log)).toEqual([[...all], []]);
      expect(await updates(log, 'item/chest-x-ray/en')).toEqual([[9]]);
    });

    test('names the drafts that have updates, a limited number at a time', async () => {
      const log = createLog();
      expect(await log.names(undefined, 10)).toEqual([]);
      const names = ['item/a-b/shared', 'item/a/es', 'item/a/shared', 'item/b/es'];
      for (const name of [...names.toReversed(), 'item/gone/es']) {
        await log.append(name, bytes(1));
        await log.append(name, bytes(2));
      }
      await log.remove('item/gone/es');
      await log.settle('item/never/es', 1);
      const all = await log.names(undefined, 10);
      expect(all.toSorted()).toEqual(names);
      for (const limit of [1, 2, 3]) {
        const paged: string[] = [];
        for (let page = await log.names(undefined, limit); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(limit);
          paged.push(...page);
          page = await log.names(page.at(-1), limit);
        }
        expect(paged).toEqual(all);
      }
    });

    test('keeps the order in which updates that arrive together were given', async () => {
      const log = createLog();
      const positions = await Promise.all(
        Array.from({ length: 50 }, (_, index) => log.append(index % 2 ? NAME : 'item/other/es', bytes(index))),
      );
      for (const [first, draft] of ['item/other/es', NAME].entries()) {
        const own = positions.filter((_, index) => index % 2 === first);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
        expect(new Set(own).size).toBe(25);
        expect((await log.read(draft)).map(({ position }) => position)).toEqual(own);
        expect(await updates(log, draft)).toEqual(Array.from({ length: 25 }, (_, index) => [2 * index + first]));
      }
    });

    test('gives back long updates, and many, before and after they are compacted', async () => {
      const log = createLog();
      const long = Uint8Array.from({ length: 2_000_000 }, (_, index) => index % 251);
      const short = Array.from({ length: 40 }, (_, index) => new Uint8Array(1_000).fill(index));
      const positions = await Promise.all([...short, long, bytes(1)].map((update) => log.append(NAME, update)));
      const expected = [...short, long, bytes(1)].map((update, index) => ({ position: positions[index], update }));
      expect((await log.read(NAME)).every(({ update }, index) => isSame(update, expected[index]?.update))).toBe(true);
      const { positions: told } = follow(log, positions[20] ?? 0);
      await eventually(() => expect(told()).toEqual(positions.slice(21)));
      await log.compact(NAME, positions[39] ?? 0, long);
      const read = await log.read(NAME);
      expect(read.map(({ position }) => position)).toEqual(positions.slice(39));
      expect(read.every(({ update }, index) => isSame(update, [long, long, bytes(1)][index]))).toBe(true);
    });

    test('does not change when the bytes given or got are changed afterwards', async () => {
      const log = createLog();
      const given = bytes(1);
      await log.append(NAME, given);
      given[0] = 9;
      const [got] = await log.read(NAME);
      if (got) got.update[0] = 8;
      expect(await updates(log)).toEqual([[1]]);
    });

    test('compacts up to a position and keeps what came after it', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      const second = await log.append(NAME, bytes(2));
      const other = await log.append('item/other/es', bytes(7));
      const third = await log.append(NAME, bytes(3));
      await log.compact(NAME, second, bytes(1, 2));
      expect(await updates(log)).toEqual([[1, 2], [3]]);
      expect((await log.read(NAME, first)).map(({ position }) => position)).toEqual([second, third]);
      expect((await log.read(NAME, second)).map(({ position }) => position)).toEqual([third]);
      expect(await log.read(NAME, third)).toEqual([]);
      expect((await log.read(NAME)).map(({ position }) => position)).toEqual([second, third]);
      expect((await log.read('item/other/es')).map(({ position }) => position)).toEqual([other]);
      expect(await log.append(NAME, bytes(4))).toBeGreaterThan(third);
    });

    test('passes over a compaction that another one has overtaken', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      const second = await log.append(NAME, bytes(2));
      await log.compact(NAME, second, bytes(1, 2));
      await log.compact(NAME, first, bytes(1));
      expect(await updates(log)).toEqual([[1, 2]]);
      await log.compact('item/nobody/es', second, bytes(5));
      expect(await updates(log, 'item/nobody/es')).toEqual([]);
    });

    test('never gives a position twice, whatever was compacted or removed', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      const second = await log.append(NAME, bytes(2));
      await log.remove(NAME);
      expect(await updates(log)).toEqual([]);
      const third = await log.append(NAME, bytes(3));
      expect(new Set([first, second, third]).size).toBe(3);
      expect(third).toBeGreaterThan(second);
    });

    test('removes one draft and no other, with what was noted of it', async () => {
      const log = createLog();
      await log.settle(NAME, await log.append(NAME, bytes(1)));
      await log.append('item/chest-x-ray/e', bytes(2));
      await log.remove(NAME);
      expect(await log.open([NAME])).toMatchObject([{ settled: 0 }]);
      expect(await updates(log, 'item/chest-x-ray/e')).toEqual([[2]]);
    });

    test('knows the drafts with updates after the position that was noted', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      const other = await log.append('item/other/es', bytes(1));
      expect(await log.unsettled()).toEqual([NAME, 'item/other/es'].sort());
      await log.settle(NAME, first);
      expect(await log.unsettled()).toEqual(['item/other/es']);
      const second = await log.append(NAME, bytes(2));
      await log.settle('item/other/es', other);
      expect(await log.unsettled()).toEqual([NAME]);
      await log.settle(NAME, second);
      await log.settle(NAME, first);
      expect(await log.open([NAME])).toMatchObject([{ settled: second }]);
      expect(await log.unsettled()).toEqual([]);
    });

    test('opens drafts together, with their updates where they are few', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      await log.settle(NAME, first);
      const second = await log.append('item/other/es', bytes(2));
      expect(await log.open([NAME, 'item/never/es', 'item/other/es'])).toEqual([
        { settled: first, isUnsettled: false, entries: [{ position: first, update: bytes(1) }] },
        { settled: 0, isUnsettled: false, entries: [] },
        { settled: 0, isUnsettled: true, entries: [{ position: second, update: bytes(2) }] },
      ]);
      const long = new Uint8Array(100_000);
      await log.append(NAME, long);
      const [opened] = await log.open([NAME]);
      expect(opened?.isUnsettled).toBe(true);
      if (opened?.entries) expect(isSame(long, opened.entries.at(-1)?.update)).toBe(true);
    });

    test('gives each update of a draft the next position, if it says so', async () => {
      const log = createLog();
      const positions = [await log.append(NAME, bytes(1)), await log.append(NAME, bytes(2))];
      await log.append('item/other/es', bytes(3));
      await log.compact(NAME, positions[1] ?? 0, bytes(1, 2));
      positions.push(...(await Promise.all([log.append(NAME, bytes(4)), log.append(NAME, bytes(5))])));
      if (log.isConsecutive) expect(positions).toEqual([1, 2, 3, 4]);
      else expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    });

    test('keeps what was noted when it compacts', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      await log.settle(NAME, first);
      await log.compact(NAME, first, bytes(1));
      expect(await log.open([NAME])).toMatchObject([{ settled: first }]);
      expect(await log.unsettled()).toEqual([]);
    });

    test('tells a follower what comes after its place, once and in order, whatever is compacted meanwhile', async () => {
      const log = createLog();
      const first = await log.append(NAME, bytes(1));
      const second = await log.append(NAME, bytes(2));
      const { told, positions } = follow(log, first);
      expect(told()).toEqual([]);
      await eventually(() => expect(told()).toEqual([[2]]));
      await log.append('item/other/es', bytes(9));
      await log.compact(NAME, second, bytes(1, 2));
      await Promise.all([log.append(NAME, bytes(3)), log.append(NAME, bytes(4))]);
      await log.append(NAME, bytes(5));
      await eventually(() => expect(told()).toEqual([[2], [3], [4], [5]]));
      expect(positions()).toEqual(positions().toSorted((a, b) => a - b));
      const late = follow(log, first);
      await eventually(() => expect(late.told()).toEqual([[1, 2], [3], [4], [5]]));
    });

    test('a follower that has ended, or has thrown, is told nothing more; the others are', async () => {
      const log = createLog();
      const ended = follow(log, 0);
      const errors: string[] = [];
      const throwing = () => {
        throw new Error('mine');
      };
      log.follow(NAME, throwing, { after: 0, onError: ({ message }) => errors.push(message) });
      const witness = follow(log, 0);
      ended.stop();
      await log.append(NAME, bytes(1));
      await log.append(NAME, bytes(2));
      await eventually(() => expect(witness.told()).toEqual([[1], [2]]));
      expect([ended.told(), errors]).toEqual([[], ['mine']]);
    });
  });
}
