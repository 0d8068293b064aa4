import { expect, test } from 'vitest';
import { formatTally, readPlaywrightTally, readVitestTally, tallyOfRun } from './test-tally.ts';

test('a program without tests counts as one', () => {
  expect(tallyOfRun(true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(tallyOfRun(false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a runner that fails although none of its tests did counts as one failure', () => {
  expect(tallyOfRun(false, { passed: 3, failed: 0, skipped: 1 })).toEqual({ passed: 3, failed: 1, skipped: 1 });
  expect(tallyOfRun(false, { passed: 3, failed: 2, skipped: 0 })).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('a file of tests that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(readVitestTally(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('a test that passes only sometimes has failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } };
  expect(readPlaywrightTally(report)).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

test('the last line sums everything up, and speaks of skipped tests only when there are some', () => {
  const tally = { passed: 2, failed: 0, skipped: 0 };
  expect(formatTally([tally, tally])).toEqual({ text: '4 passed, 0 failed', failed: 0 });
  expect(formatTally([tally, { passed: 0, failed: 1, skipped: 3 }]).text).toBe('2 passed, 1 failed, 3 skipped');
});
