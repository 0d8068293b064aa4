import { expect, test } from 'vitest';
import { groupRows } from './group-rows.ts';
import type { ItemRow } from './item-row.ts';

const rowsOf = (...groups: (string | undefined)[]) =>
  groups.map((value, index) => ({
    id: `${index}`,
    ...(value !== undefined && { group: { value, label: value } }),
  })) as ItemRow[];

const listOf = (...groups: (string | undefined)[]) => ({
  group: { label: 'Grupo', choices: ['before', 'none', 'after'].map((value) => ({ value, label: value })) },
  isInOrder: true,
  rows: rowsOf(...groups),
});

test('rows stand in the groups that have any, as the site has them, and those without one last', () => {
  const groups = groupRows(listOf(undefined, 'after', 'before', 'after'), 'Sin grupo');
  expect(groups.map(({ label, rows }) => [label, rows.map(({ id }) => id)])).toEqual([
    ['before', ['2']],
    ['after', ['1', '3']],
    ['Sin grupo', ['0']],
  ]);
  expect(groupRows({ ...listOf('after'), isInOrder: false }, '')).toEqual([]);
});

test('a group may be called as no group is in the program', () => {
  const groups = groupRows(listOf('none', undefined), 'Sin grupo');
  expect(new Set(groups.map(({ key }) => key)).size).toBe(2);
});

test('the first group in which rows can change places says how, and no other', () => {
  const hintsOf = (...given: string[]) => groupRows(listOf(...given), '').map(({ hasHint }) => hasHint);
  expect(hintsOf('before', 'none', 'none', 'after', 'after')).toEqual([false, true, false]);
  expect(hintsOf('before', 'after')).toEqual([false, false]);
});
