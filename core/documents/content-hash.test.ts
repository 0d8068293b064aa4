import { expect, test } from 'vitest';
import { contentHash, textHash } from './content-hash.ts';

test('hashes are those that are stored', () => {
  expect(contentHash({ b: [1, 'ñ'], a: undefined })).toBe('1vwqnh6t532288fs4e6x4y');
  expect(contentHash('agua')).toBe('0xjf8aism6y0gzx4ftwhs6');
  expect(textHash('agua')).toBe('289xw2nydxx');
});
