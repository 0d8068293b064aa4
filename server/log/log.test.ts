import { expect, test } from 'vitest';
import { codeApart } from './log.ts';

test('a code in a line of a terminal stands apart below it, and other lines are as they are', () => {
  expect(codeApart('{"level":"info","code":"123456","msg":"mail written"}\n')).toMatch(/^\n\s+.*\b123456\b.*\n\n$/);
  expect(codeApart('{"level":"error","err":{"code":"EACCES"},"msg":"x"}\n')).toBe('');
});
