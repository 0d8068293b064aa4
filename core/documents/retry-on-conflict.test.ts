import { expect, test, vi } from 'vitest';
import { PreconditionFailed } from './errors.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

const overtaken = () => Promise.reject(new PreconditionFailed('things/a', 'was changed'));
const random = () => 0;

test('an action is retried after conflicts, until it succeeds', async () => {
  const action = vi
    .fn(async () => 'done')
    .mockImplementationOnce(overtaken)
    .mockImplementationOnce(overtaken);
  expect(await retryOnConflict(action, { random })).toBe('done');
  expect(action).toHaveBeenCalledTimes(3);
});

test('it gives up after its attempts, with the error or with a result', async () => {
  const action = vi.fn(overtaken);
  await expect(retryOnConflict(action, { attempts: 4, random })).rejects.toThrow(PreconditionFailed);
  expect(action).toHaveBeenCalledTimes(4);
  const outcome = await retryOnConflict<string>(overtaken, { attempts: 2, random, giveUp: () => 'conflict' });
  expect(outcome).toBe('conflict');
});

test('any other error is thrown at once', async () => {
  const action = vi.fn(() => Promise.reject(new RangeError('mine')));
  await expect(retryOnConflict(action, { random })).rejects.toThrow('mine');
  expect(action).toHaveBeenCalledTimes(1);
});
