import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLineBuffer } from './line-buffer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('lines are written together after a while, when there are many, or when asked for', () => {
  const written: string[] = [];
  const lines = createLineBuffer((text) => written.push(text), 500);
  lines.add('a\n');
  lines.add('b\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(written.splice(0)).toEqual(['a\nb\n']);
  lines.add('x'.repeat(9_000));
  expect(written.splice(0)).toHaveLength(1);
  lines.add('c\n');
  lines.flush();
  lines.flush();
  vi.advanceTimersByTime(500);
  expect(written).toEqual(['c\n']);
});
