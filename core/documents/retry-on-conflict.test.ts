import { expect, test, vi } from 'vitest';
import { PreconditionFailed } from './errors.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

const overtaken = () => Promise.reject(new PreconditionFailed('things/a', 'was changed'));
const random = () => 0;

test('an act that met another commit is tried again, and gives what the first success gives', async () => {
  const act = vi
    .fn(async () => 'done')
    .mockImplementationOnce(overtaken)
    .mockImplementationOnce(overtaken);
  expect(await retryOnConflict(act, { random })).toBe('done');
  expect(act).toHaveBeenCalledTimes(3);
});

test('it gives up after its attempts, with the error or with a result', async () => {
  const act = vi.fn(overtaken);
  await expect(retryOnConflict(act, { attempts: 4, random })).rejects.toThrow(PreconditionFailed);
  expect(act).toHaveBeenCalledTimes(4);
  const outcome = await retryOnConflict<string>(overtaken, { attempts: 2, random, giveUp: () => 'conflict' });
  expect(outcome).toBe('conflict');
});

test('any other error is thrown at once', async () => {
  const act = vi.fn(() => Promise.reject(new RangeError('mine')));
  await expect(retryOnConflict(act, { random })).rejects.toThrow('mine');
  expect(act).toHaveBeenCalledTimes(1);
});
