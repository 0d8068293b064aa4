import { expect, test } from 'vitest';
import { runInOrder } from './run-in-order.ts';

/** Runs tasks that end when they are told to. */
function start(names: string[], options: { atOnce?: number; dependsOn?: (task: string, earlier: string) => boolean }) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const all = runInOrder(names, {
    atOnce: 2,
    dependsOn: () => false,
    ...options,
    run: (name) => {
      begun.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      ends.set(name, (error) => (error ? reject(error) : resolve(`${name}!`)));
      return promise;
    },
  });
  all.catch(() => {});
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    all,
    async begun() {
      await settle();
      return begun.join('');
    },
    end: (name: string, error?: Error) => ends.get(name)?.(error),
  };
}

test('as many tasks run as may at once, and their results are in order', async () => {
  const tasks = start(['a', 'b', 'c', 'd'], {});
  expect(await tasks.begun()).toBe('ab');
  tasks.end('b');
  expect(await tasks.begun()).toBe('abc');
  tasks.end('c');
  expect(await tasks.begun()).toBe('abcd');
  for (const name of ['d', 'a']) tasks.end(name);
  expect(await tasks.all).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('a task waits for the earlier ones that it depends on, and keeps nobody else waiting', async () => {
  const tasks = start(['a', 'b', 'c'], { dependsOn: (task, earlier) => task === 'b' && earlier === 'a' });
  expect(await tasks.begun()).toBe('ac');
  tasks.end('a');
  expect(await tasks.begun()).toBe('acb');
  for (const name of ['b', 'c']) tasks.end(name);
  expect(await tasks.all).toEqual(['a!', 'b!', 'c!']);
});

test('after an error no other task begins, and those that run end first', async () => {
  const tasks = start(['a', 'b', 'c'], {});
  await tasks.begun();
  tasks.end('b', new Error('broken'));
  expect(await tasks.begun()).toBe('ab');
  let isOver = false;
  const over = tasks.all.catch((error: Error) => {
    isOver = true;
    return error.message;
  });
  await tasks.begun();
  expect(isOver).toBe(false);
  tasks.end('a');
  expect(await over).toBe('broken');
});
