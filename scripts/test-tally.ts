/** How the tests of a runner went. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * The tally of a program that ended well or not. A runner that failed although no test did, or left no report, counts as
 * one failure: what it has not run has not passed.
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
  /** One for each file; one that could not be loaded has no tests. */
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** From the output of Vitest's JSON reporter. `undefined` when there is none. */
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

/** From the output of Playwright's JSON reporter. `undefined` when there is none. A flaky test has failed. */
export function readPlaywrightTally(report: unknown): Tally | undefined {
  if (report === undefined) return undefined;
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** The last line of `npm test`, and the failures in it. */
export function formatTally(tallies: Tally[]): { text: string; failed: number } {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const failed = sum('failed');
  const skipped = sum('skipped');
  return { text: `${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`, failed };
}
