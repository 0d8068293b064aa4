import { expect, test } from 'vitest';
import { formatSlowest, readPlaywrightTimes, readVitestTimes } from './slowest-files.ts';

test('the slowest files come first, with their place in the project', () => {
  const times = [
    { file: '/p/core/a.test.ts', ms: 40 },
    { file: '/p/core/b.test.ts', ms: 12_345 },
    { file: 'test/e2e/c.spec.ts', ms: 900 },
  ];
  expect(formatSlowest(times, { root: '/p', count: 2 })).toBe(
    '   12.3 s  core/b.test.ts\n    0.9 s  test/e2e/c.spec.ts',
  );
});

test('a file of unit tests takes from its first test to its last', () => {
  const report = { testResults: [{ name: '/p/a.test.ts', startTime: 1_000, endTime: 1_250 }] };
  expect(readVitestTimes(report)).toEqual([{ file: '/p/a.test.ts', ms: 250 }]);
});

test('a file of browser tests takes as long as all its tests, whatever group they are in', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = {
    suites: [
      {
        file: 'test/e2e/a.spec.ts',
        specs: [spec(10)],
        suites: [{ file: 'test/e2e/a.spec.ts', specs: [spec(20, 5)], suites: [] }],
      },
    ],
  };
  expect(readPlaywrightTimes(report)).toEqual([{ file: 'test/e2e/a.spec.ts', ms: 35 }]);
});

test('without a report there are no times', () => {
  expect([readVitestTimes(undefined), readPlaywrightTimes(undefined)]).toEqual([[], []]);
});
