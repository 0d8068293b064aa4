import { expect, test } from 'vitest';
import { fuzzRequest } from './fuzz-request.ts';
import { judgeOutcome } from './judge-outcome.ts';

const request = { ...fuzzRequest(1, 1), target: '/', headers: [], framing: 'length' as const };
const answer = (status: number, headers = {}) => ({ status, headers: new Headers(headers), text: 'Sorry' });

test.each([
  ['an answer of the server', { outcome: answer(422), request }, undefined],
  ['an error of the server', { outcome: answer(500), request }, '500: Sorry'],
  ['a declared limit', { outcome: answer(503, { 'Retry-After': '5' }), request }, undefined],
  ['a server that is not available', { outcome: answer(503), request }, '503: Sorry'],
  ['a connection that is closed', { outcome: 'closed' as const, request }, 'closed without an answer'],
  [
    'a body that ends too early',
    { outcome: 'closed' as const, request: { ...request, framing: 'too-short' as const } },
    undefined,
  ],
  [
    'headers that are too long',
    { outcome: 'closed' as const, request: { ...request, target: `/${'x'.repeat(16_384)}` } },
    undefined,
  ],
])('%s', (_, sent, problem) => {
  expect(judgeOutcome(sent as Parameters<typeof judgeOutcome>[0])).toBe(problem);
});
