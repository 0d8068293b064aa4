import { expect, test } from 'vitest';
import { createRenderQueue, TooBusy } from './render-queue.ts';

test('so many are rendered at once, so many wait in their order, and more are refused at once', async () => {
  const { run } = createRenderQueue({ atOnce: 2, waiting: 3 });
  const begun: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = gates.map((gate, index) =>
    run(async () => {
      begun.push(index);
      await gate.promise;
      return index;
    }),
  );
  await expect(run(async () => 5)).rejects.toBeInstanceOf(TooBusy);
  await expect.poll(() => begun).toEqual([0, 1]);
  gates[1]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
  expect(await run(async () => 6)).toBe(6);
});

test('what comes first passes what waits, in its own order, and counts like it', async () => {
  const { run, runFirst } = createRenderQueue({ atOnce: 1, waiting: 4 });
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const all = [run(note('a')), run(note('b')), run(note('c')), runFirst(note('first')), runFirst(note('second'))];
  await expect(runFirst(note('refused'))).rejects.toBeInstanceOf(TooBusy);
  await Promise.all(all);
  expect(order).toEqual(['a', 'first', 'second', 'b', 'c']);
});

test('work that fails makes room for the next', async () => {
  const { run } = createRenderQueue({ atOnce: 1, waiting: 1 });
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('other work of the event loop comes between two renders', async () => {
  const { run } = createRenderQueue({ atOnce: 1, waiting: 10 });
  const order: string[] = [];
  setImmediate(() => order.push('a request'));
  await Promise.all([run(async () => order.push('one')), run(async () => order.push('two'))]);
  expect(order.indexOf('a request')).toBeLessThan(order.indexOf('two'));
});

test('background work gives requests a turn even before the first has come', async () => {
  const { yieldToVisitors } = createRenderQueue();
  const order: string[] = [];
  setImmediate(() => order.push('a request'));
  await yieldToVisitors();
  order.push('work');
  expect(order).toEqual(['a request', 'work']);
});

test('background work waits for the renders of visitors, but not forever', async () => {
  const { run, runs, yieldToVisitors } = createRenderQueue();
  await yieldToVisitors();
  const gate = Promise.withResolvers<void>();
  const running = run(() => gate.promise);
  let waited = false;
  const yielding = yieldToVisitors().then(() => {
    waited = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(waited).toBe(false);
  await yielding;
  gate.resolve();
  await running;
  expect(runs()).toBe(1);
});

test('background work waits while requests come that render nothing, but not forever', async () => {
  const { noteRequest, yieldToVisitors } = createRenderQueue();
  let isOver = false;
  const visit = () => {
    noteRequest();
    if (!isOver) setImmediate(visit);
  };
  visit();
  let waited = false;
  const yielding = yieldToVisitors().then(() => {
    waited = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(waited).toBe(false);
  await yielding;
  isOver = true;
});

test('background work goes on at once when nobody has asked for anything', async () => {
  const { yieldToVisitors } = createRenderQueue();
  let waited = false;
  void yieldToVisitors().then(() => {
    waited = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(waited).toBe(true);
});
