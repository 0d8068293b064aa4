import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRenderDeadline } from './render-deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work that takes too long fails, and is told to stop', async () => {
  const deadline = createRenderDeadline(1_000);
  const race = expect(deadline.race(() => new Promise(() => {}))).rejects.toThrow('Request time out');
  await vi.advanceTimersByTimeAsync(1_000);
  await race;
  expect(deadline.signal.aborted).toBe(true);
});

test('the time that a visitor takes to send a form is not that of the work', async () => {
  const deadline = createRenderDeadline(1_000);
  const sent = Promise.withResolvers<string>();
  const work = deadline.race(() => deadline.pauseFor(() => sent.promise));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deadline.signal.aborted).toBe(false);
  sent.resolve('a form');
  expect(await work).toBe('a form');
});

test('what was used before the wait is used', async () => {
  const deadline = createRenderDeadline(1_000);
  const sent = Promise.withResolvers<void>();
  const race = expect(deadline.race(() => workAround(deadline, sent.promise))).rejects.toThrow('Request time out');
  await vi.advanceTimersByTimeAsync(900);
  await vi.advanceTimersByTimeAsync(5_000);
  sent.resolve();
  await vi.advanceTimersByTimeAsync(100);
  await race;
});

async function workAround({ pauseFor }: ReturnType<typeof createRenderDeadline>, wait: Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 900));
  await pauseFor(() => wait);
  await new Promise(() => {});
}
