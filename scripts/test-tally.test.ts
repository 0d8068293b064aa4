import { expect, test } from 'vitest';
import { formatTally, readPlaywrightTally, readVitestTally, tallyOfRun } from './test-tally.ts';

test('a program without tests counts as one', () => {
  expect(tallyOfRun({ command: 'tsc -p .', succeeded: true })).toEqual({ passed: 1, failures: [], skipped: [] });
  expect(tallyOfRun({ command: 'tsc -p .', succeeded: false })).toEqual({
    passed: 0,
    failures: ['tsc -p .'],
    skipped: [],
  });
});

test('a runner that fails although none of its tests did counts as one failure', () => {
  const run = { command: 'vitest run', succeeded: false };
  const passed = { passed: 3, failures: [], skipped: ['a.test.ts › a'] };
  expect(tallyOfRun(run, passed)).toEqual({ ...passed, failures: ['vitest run'] });
  const failed = { passed: 3, failures: ['a.test.ts › a', 'a.test.ts › b'], skipped: [] };
  expect(tallyOfRun(run, failed)).toEqual(failed);
});

test('a failed unit test is named with its file and groups, and a file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 4,
    testResults: [
      {
        name: '/p/core/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', ancestorTitles: [], title: 'works' },
          { status: 'failed', ancestorTitles: ['adapter'], title: 'stores' },
          { status: 'skipped', ancestorTitles: [], title: 'reads (no disk here)' },
          { status: 'todo', ancestorTitles: ['adapter'], title: 'later' },
        ],
      },
      { name: '/p/core/b.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  const failures = ['core/a.test.ts › adapter › stores', 'core/b.test.ts'];
  expect(readVitestTally(report, { root: '/p' })).toEqual({
    passed: 4,
    failures,
    skipped: ['core/a.test.ts › reads (no disk here)', 'core/a.test.ts › adapter › later'],
  });
});

test('a browser test that passes at its second try only has passed, and is named', () => {
  const file = 'test/e2e/a.spec.ts';
  const spec = (title: string, ...statuses: string[]) => ({ title, tests: statuses.map((status) => ({ status })) });
  const inner = { title: '390 px wide', file, specs: [spec('fits', 'unexpected'), spec('is left out', 'skipped')] };
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [{ title: file, file, specs: [spec('opens', 'expected'), spec('saves', 'flaky')], suites: [inner] }],
  };
  const tally = readPlaywrightTally(report);
  expect(tally).toEqual({
    passed: 6,
    failures: [`${file} › 390 px wide › fits`],
    skipped: [`${file} › 390 px wide › is left out`],
    repeated: [`${file} › saves`],
  });
  expect(formatTally([tally ?? tallyOfRun({ command: 'no report', succeeded: false })])).toContain(
    `Passed at the second try only:\n  ${file} › saves\nFailed:`,
  );
});

test('without a report there is no tally', () => {
  expect([readVitestTally(undefined, { root: '/p' }), readPlaywrightTally(undefined)]).toEqual([undefined, undefined]);
});

test('the last line sums everything up, after the skipped tests, whose titles have the reasons, if there are some', () => {
  const tally = { passed: 2, failures: [], skipped: [] };
  expect(formatTally([tally, tally])).toBe('4 passed, 0 failed');
  const skipped = ['a.test.ts › reads (no disk here)'];
  expect(formatTally([tally, { ...tally, skipped }])).toBe(
    'Skipped:\n  a.test.ts › reads (no disk here)\n4 passed, 0 failed, 1 skipped',
  );
});

test('what failed is listed before the last line', () => {
  const failed = { passed: 2, failures: ['biome check .', 'a.test.ts › a'], skipped: [] };
  expect(formatTally([failed, { passed: 1, failures: ['b.spec.ts › b'], skipped: [] }])).toBe(
    'Failed:\n  biome check .\n  a.test.ts › a\n  b.spec.ts › b\n3 passed, 3 failed',
  );
});
