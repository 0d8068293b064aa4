import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('tasks of one key follow each other, also after one that failed; others do not wait', async () => {
  const queue = createKeyedQueue();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    await gate.promise;
    order.push('first');
    throw new Error('failed');
  });
  const second = queue.run('a', async () => {
    order.push('second');
    return 2;
  });
  await queue.run('b', async () => void order.push('other'));
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe(2);
  expect(order).toEqual(['other', 'first', 'second']);
  await queue.idle('a');
  await queue.idle('never used');
});
