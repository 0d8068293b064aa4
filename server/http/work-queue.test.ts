import { expect, test } from 'vitest';
import { createArrivals, createWorkQueue, FairLine, type Task } from './work-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue with a clock set by the test, and tasks that record their fate. */
function create(limits: Partial<Parameters<typeof createWorkQueue>[0]> = {}) {
  const clock = { time: 0 };
  const queue = createWorkQueue({ working: 10, waiting: 10, patience: 1_000, ...limits }, undefined, () => clock.time);
  const events: string[] = [];
  const add = (name: string, own: Partial<Task> = {}) =>
    queue.add({
      kind: 'read',
      client: 'somebody',
      isGone: () => false,
      start: () => void events.push(name),
      refuse: () => void events.push(`${name} refused`),
      ...own,
    });
  return { queue, clock, events, add };
}

test('one task starts in each turn, in their order', async () => {
  const { add, events } = create();
  for (const name of ['a', 'b', 'c']) add(name);
  expect(events).toEqual([]);
  const seen: number[] = [];
  for (let index = 0; index < 4; index++) {
    await turn();
    seen.push(events.length);
  }
  expect(events).toEqual(['a', 'b', 'c']);
  expect(seen.every((count, index) => count <= index + 1)).toBe(true);
});

test('whoever is gone is passed over, and whoever waited too long is refused', async () => {
  const { add, events, clock } = create();
  add('late');
  clock.time = 1_001;
  add('gone', { isGone: () => true });
  add('here');
  await turn();
  expect(events).toEqual(['late refused', 'here']);
});

test('more than may wait are refused at once', () => {
  const { add, events } = create({ waiting: 2 });
  for (const name of ['a', 'b', 'c']) add(name);
  expect(events).toEqual(['c refused']);
});

test('while as many are at work as may be, others are refused, and taken again when some are done', async () => {
  const { queue, add, events } = create({ working: 1 });
  const work = Promise.withResolvers<void>();
  const counted = queue.count(() => work.promise);
  add('a');
  await turn();
  work.resolve();
  await counted;
  await expect(queue.count(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  add('b');
  await turn();
  expect(events).toEqual(['a refused', 'b']);
});

test('a queue that is never empty forgets what it is done with', async () => {
  const { add, events } = create({ waiting: 3 });
  for (let index = 0; index < 50; index++) {
    add(String(index));
    if (index > 0) await turn();
  }
  await turn();
  await turn();
  expect(events).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
});

test('a flood of writes keeps no read waiting, and a flood of reads no write', async () => {
  const { add, events } = create();
  for (const name of ['w1', 'w2', 'w3', 'w4']) add(name, { kind: 'write' });
  add('r1');
  await turn();
  await turn();
  expect(events).toEqual(['r1', 'w1']);
  for (const name of ['r2', 'r3', 'r4']) add(name);
  for (let index = 0; index < 6; index++) await turn();
  expect(events).toEqual(['r1', 'w1', 'r2', 'w2', 'r3', 'w3', 'r4', 'w4']);
});

test('a client with many requests keeps no other waiting', async () => {
  const { add, events } = create();
  for (const name of ['a1', 'a2', 'a3']) add(name, { client: 'a' });
  add('b1', { client: 'b' });
  for (let index = 0; index < 4; index++) await turn();
  expect(events).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work waits while connections come in', async () => {
  const coming = [true, true, false];
  const queue = createWorkQueue(
    { working: 1, waiting: 1, patience: 1_000 },
    { areComing: () => coming.shift() ?? false },
  );
  let hasStarted = false;
  queue.add({
    kind: 'read',
    client: 'somebody',
    isGone: () => false,
    start() {
      hasStarted = true;
    },
    refuse() {},
  });
  await turn();
  await turn();
  expect(hasStarted).toBe(false);
  await turn();
  expect(hasStarted).toBe(true);
});

test('clients take turns, however many entries one of them has', () => {
  const line = new FairLine<string>(100);
  for (const entry of ['a1', 'a2', 'a3', 'a4']) line.add('a', entry);
  line.add('b', 'b1');
  line.add('c', 'c1');
  line.add('b', 'b2');
  const taken = Array.from({ length: 8 }, () => line.take());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
  expect(line.size).toBe(0);
});

test('where there is no room, whoever has the most loses the last of it', () => {
  const line = new FairLine<string>(3);
  for (const entry of ['a1', 'a2', 'a3']) expect(line.add('a', entry)).toBeUndefined();
  expect(line.add('a', 'a4')).toBe('a4');
  expect(line.add('b', 'b1')).toBe('a3');
  expect(line.add('c', 'c1')).toBe('a2');
  expect(line.size).toBe(3);
  expect([line.take(), line.take(), line.take()]).toEqual(['a1', 'b1', 'c1']);
});

test('work waits while each turn brings a connection, and goes on when one brings none', () => {
  const arrivals = createArrivals(() => 0);
  expect(arrivals.areComing()).toBe(false);
  for (let turn = 0; turn < 3; turn++) {
    arrivals.note();
    expect(arrivals.areComing()).toBe(true);
  }
  expect(arrivals.areComing()).toBe(false);
});

test('a flood of connections does not keep work waiting for ever', () => {
  let time = 0;
  const arrivals = createArrivals(() => time);
  const waits = Array.from({ length: 120 }, () => {
    arrivals.note();
    time += 1;
    return arrivals.areComing();
  });
  expect(waits.filter((isWaiting) => !isWaiting).length).toBe(2);
});
