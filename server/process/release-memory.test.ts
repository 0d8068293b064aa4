import { expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

test('memory is released twice after visits, when nobody visits any more', async () => {
  let visits = 0;
  const collect = vi.fn();
  const controller = new AbortController();
  const working = releaseMemoryWhenIdle({ visits: () => visits, signal: controller.signal, quiet: 1, collect });
  for (let rush = 1; rush <= 2; rush += 1) {
    visits += 1;
    await vi.waitFor(() => expect(collect).toHaveBeenCalledTimes(2 * rush));
  }
  controller.abort();
  await working;
  expect(collect).toHaveBeenCalledTimes(4);
});

test('memory is not released while there are visits', async () => {
  let visits = 0;
  const collect = vi.fn();
  const controller = new AbortController();
  const count = () => {
    visits += 1;
    if (visits > 20) controller.abort();
    return visits;
  };
  await releaseMemoryWhenIdle({ visits: count, signal: controller.signal, quiet: 1, collect });
  expect(collect).not.toHaveBeenCalled();
});

test('the collector of V8 is there', async () => {
  let visits = 0;
  const controller = new AbortController();
  const working = releaseMemoryWhenIdle({
    visits: () => {
      if (visits > 5) controller.abort();
      // A visit at the start, and silence after it.
      return Math.min(++visits, 2);
    },
    signal: controller.signal,
    quiet: 1,
  });
  await expect(working).resolves.toBeUndefined();
});
