import { expect, test } from 'vitest';
import { formatResumeToken, parseResumeToken } from './create-listeners.ts';

test('a token gives its version back, in its own history only', () => {
  const token = formatResumeToken('a.b', 42);
  expect(parseResumeToken('a.b', token)).toBe(42);
  expect(parseResumeToken('other', token)).toBeUndefined();
  for (const bad of ['', '42', 'a.b', 'a.b.', 'a.b.x', 'a.b.042', 'a.b.-1', `${token}x`]) {
    expect(parseResumeToken('a.b', bad)).toBeUndefined();
  }
});
