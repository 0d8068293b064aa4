import { expect, test } from 'vitest';
import { until } from '../../../test/helpers/eventually.ts';
import { type AwarenessStates, pacePresence, signAwareness } from './awareness.ts';

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

test('of many messages about a draft, the first and the last are passed on, and those about another one as well', async () => {
  const passed: string[] = [];
  const take = pacePresence((work) => work(), 20);
  const say = (name: string, count: number) => take(name, () => void passed.push(`${name} ${count}`));
  for (let count = 0; count < 1_000; count++) say('a', count);
  say('b', 0);
  expect(passed).toEqual(['a 0', 'b 0']);
  await until(() => passed.length > 2);
  expect(passed).toEqual(['a 0', 'b 0', 'a 999']);
  say('a', 1_000);
  await until(() => passed.length > 3);
  expect(passed.at(-1)).toBe('a 1000');
});
