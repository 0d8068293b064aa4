import { expect, test } from 'vitest';
import { type AwarenessStates, signAwareness } from './sign-awareness.ts';

const user = { id: 'eva', name: 'Eva' };
const none = new Set<number>();
const signed = (states: AwarenessStates, own: ReadonlySet<number> = none, others: number[] = []) => {
  signAwareness(states, { user, own, isOthers: (clientId) => others.includes(clientId) });
  return Object.fromEntries(states);
};

test('says who it is, whatever the browser said, and keeps where and in which colour', () => {
  const states = new Map([
    [7, { user: { id: 'ana', name: 'Ana', color: '#00aa88', role: 'owner' }, cursor: { a: 1 } }],
  ]);
  expect(signed(states)).toEqual({ 7: { user: { color: '#00aa88', ...user }, cursor: { a: 1 } } });
  expect(signed(new Map([[7, { user: { color: 'red;background:url(x)' } }]]))).toEqual({ 7: { user } });
});

test('leaves out a client for whom somebody else speaks', () => {
  const states = new Map([
    [7, { cursor: 1 }],
    [8, { cursor: 2 }],
  ]);
  expect(Object.keys(signed(states, none, [8]))).toEqual(['7']);
});

test('leaves out what is too much: clients without end, and states without end', () => {
  const many = new Map(Array.from({ length: 9 }, (_, index) => [index, {}] as [number, object]));
  expect(Object.keys(signed(many as AwarenessStates))).toHaveLength(2);
  expect(signed(new Map([[7, { cursor: 'x'.repeat(5_000) }]]), new Set([7]))).toEqual({});
});
