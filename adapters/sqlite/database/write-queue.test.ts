import { expect, test } from 'vitest';
import { createWriteQueue } from './write-queue.ts';

/** A queue with a lock that the test controls. */
function queueWith({ waitMs = 60_000 } = {}) {
  const lock = { isHeld: false, tries: 0 };
  const queue = createWriteQueue({
    tryWriting: (write) => {
      lock.tries += 1;
      return lock.isHeld ? undefined : { result: write() };
    },
    waitMs,
    timeoutError: () => new Error('waited too long'),
    closedError: () => new Error('closed'),
  });
  return { queue, lock };
}

test('a write runs at once when nobody holds the lock', async () => {
  const { queue } = queueWith();
  const done: number[] = [];
  const result = queue.add(() => done.push(1));
  expect(done).toEqual([1]);
  expect(await result).toBe(1);
});

test('writes that wait run in the order of their calls, and none overtakes them', async () => {
  const { queue, lock } = queueWith();
  const done: number[] = [];
  lock.isHeld = true;
  const first = queue.add(() => done.push(1));
  const second = queue.add(() => done.push(2));
  lock.isHeld = false;
  const third = queue.add(() => done.push(3));
  expect(done).toEqual([]);
  await Promise.all([third, second, first]);
  expect(done).toEqual([1, 2, 3]);
});

test('a write that fails rejects, and those behind it go on', async () => {
  const { queue, lock } = queueWith();
  lock.isHeld = true;
  const failing = queue.add(() => {
    throw new Error('mine');
  });
  const next = queue.add(() => 'written');
  lock.isHeld = false;
  await expect(failing).rejects.toThrow('mine');
  expect(await next).toBe('written');
});

test('a write that waited too long is rejected without being run, and the next one after the lock is free is run', async () => {
  const { queue, lock } = queueWith({ waitMs: 20 });
  const done: number[] = [];
  lock.isHeld = true;
  await expect(queue.add(() => done.push(1))).rejects.toThrow('waited too long');
  expect(lock.tries).toBeGreaterThan(1);
  lock.isHeld = false;
  await queue.add(() => done.push(2));
  expect(done).toEqual([2]);
});

test('when it is closed, what can be written is, and the rest is rejected', async () => {
  const { queue, lock } = queueWith();
  const done: number[] = [];
  lock.isHeld = true;
  const written = queue.add(() => done.push(1));
  const blocked = queue.add(() => {
    done.push(2);
    lock.isHeld = true;
  });
  const rejected = queue.add(() => done.push(3));
  lock.isHeld = false;
  queue.close();
  await Promise.all([written, blocked]);
  await expect(rejected).rejects.toThrow('closed');
  expect(done).toEqual([1, 2]);
});
