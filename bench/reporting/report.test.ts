import { expect, test } from 'vitest';
import { median, percentile } from '../measuring/statistics.ts';
import { type Figure, formatFigures, formatJson, formatValue, keepsBudget } from './report.ts';

const figures: Figure[] = [
  { name: 'throughput', value: 0.91234, unit: 'ratio', budget: { atLeast: 0.8 } },
  { name: 'start', value: 700, unit: 'ms', budget: { atMost: 600 } },
  { name: 'memory', value: undefined, unit: 'MB', budget: { atMost: 130 } },
];

test('a budget is kept, missed, or not judged', () => {
  expect(figures.map(keepsBudget)).toEqual([true, false, undefined]);
});

test('people get a table, programs the same as JSON', () => {
  expect(
    formatFigures(figures)
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ')),
  ).toEqual(['throughput 0.912 ≥ 0.8 kept', 'start 700 ms ≤ 600 MISSED', 'memory not measured ≤ 130']);
  expect(JSON.parse(formatJson(figures, { cores: 2 }))).toMatchObject({
    cores: 2,
    figures: [{ kept: true }, { kept: false }, {}],
  });
});

test('what rounds to nothing has no sign', () => {
  expect(formatValue({ name: 'growth', value: -0.04, unit: 'MB' })).toBe('0.0 MB');
  expect(formatValue({ name: 'growth', value: -0.06, unit: 'MB' })).toBe('-0.1 MB');
});

test('medians and percentiles are those of the sorted values', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([percentile(hundred, 0.99), percentile(hundred, 0.5), percentile([7], 0.99)]).toEqual([99, 50, 7]);
});
