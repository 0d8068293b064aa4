import { expect, test } from 'vitest';
import { createCode, createToken, digestOf, isToken, sameSecret, sealOf } from './secret-values.ts';

test('a code is 6 digits, of which none is preferred', () => {
  const codes = Array.from({ length: 5000 }, createCode);
  const first = Array<number>(10).fill(0);
  for (const code of codes) {
    expect(code).toMatch(/^\d{6}$/);
    const digit = Number(code[0]);
    first[digit] = (first[digit] ?? 0) + 1;
  }
  for (const count of first) expect(Math.abs(count - 500)).toBeLessThan(150);
});

test('tokens have one form, and no two are the same', () => {
  const tokens = Array.from({ length: 100 }, createToken);
  expect(tokens.every(isToken)).toBe(true);
  expect(new Set(tokens).size).toBe(100);
  expect(isToken(`${tokens[0]}A`)).toBe(false);
});

test('a digest is that of SHA-256', async () => {
  expect(await digestOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test('a seal depends on the secret and on the text', async () => {
  const seals = await Promise.all([sealOf('a', 'x'), sealOf('b', 'x'), sealOf('a', 'y'), sealOf('a', 'x')]);
  expect(new Set(seals).size).toBe(3);
  expect(seals[3]).toBe(seals[0]);
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['ab', 'abc', false],
  ['', '', true],
  ['', 'a', false],
])('%j and %j are the same: %j', (one, other, same) => {
  expect(sameSecret(one, other)).toBe(same);
});
