import { describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';

describe('reading a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456\n', '123456'],
    ['Su código: 004 217.', '004217'],
    ['１２３４５６', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
    ['', ''],
  ])('takes the digits of %j', (text, code) => {
    expect(readCode(text)).toBe(code);
  });
});
