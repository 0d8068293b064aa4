/** The results of a test runner. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * The result of a program. A runner that failed without a failed test, or left no report, counts as one failure, because tests
 * that did not run have not passed.
 */
export function tallyOfRun(
  succeeded: boolean,
  report: Tally = { passed: succeeded ? 1 : 0, failed: 0, skipped: 0 },
): Tally {
  return succeeded || report.failed > 0 ? report : { ...report, failed: 1 };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** One per file; a file that could not be loaded has no tests. */
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** Parses the output of Vitest's JSON reporter. `undefined` if there is none. */
export function readVitestTally(report: unknown): Tally | undefined {
  if (report === undefined) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Parses the output of Playwright's JSON reporter. `undefined` if there is none. A flaky test counts as failed. */
export function readPlaywrightTally(report: unknown): Tally | undefined {
  if (report === undefined) return undefined;
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** The last line of `npm test`, and its number of failures. */
export function formatTally(tallies: Tally[]): { text: string; failed: number } {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  return { text: `${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`, failed };
}
