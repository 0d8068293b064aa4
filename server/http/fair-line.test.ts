import { expect, test } from 'vitest';
import { createFairLine } from './fair-line.ts';

test('clients take turns, however many entries one of them has', () => {
  const line = createFairLine<string>(100);
  for (const entry of ['a1', 'a2', 'a3', 'a4']) line.add('a', entry);
  line.add('b', 'b1');
  line.add('c', 'c1');
  line.add('b', 'b2');
  const taken = Array.from({ length: 8 }, () => line.take());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined]);
  expect(line.size).toBe(0);
});

test('where there is no room, whoever has the most loses the last of it', () => {
  const line = createFairLine<string>(3);
  for (const entry of ['a1', 'a2', 'a3']) expect(line.add('a', entry)).toBeUndefined();
  expect(line.add('a', 'a4')).toBe('a4');
  expect(line.add('b', 'b1')).toBe('a3');
  expect(line.add('c', 'c1')).toBe('a2');
  expect(line.size).toBe(3);
  expect([line.take(), line.take(), line.take()]).toEqual(['a1', 'b1', 'c1']);
});
