import { expect, test } from 'vitest';
import { until } from '../../../test/helpers/eventually.ts';
import { pacePresence } from './pace-presence.ts';

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
