/** The results of a test runner. */
export interface Tally {
  passed: number;
  /** One line for each failed test: its file and titles. */
  failures: string[];
  skipped: number;
}

/**
 * The result of a program. A runner that failed without a failed test, or left no report, counts as one failure, named by its
 * command, because tests that did not run have not passed.
 */
export function tallyOfRun(
  { command, succeeded }: { command: string; succeeded: boolean },
  report: Tally = { passed: succeeded ? 1 : 0, failures: [], skipped: 0 },
): Tally {
  return succeeded || report.failures.length > 0 ? report : { ...report, failures: [command] };
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** One per file; a file that could not be loaded has no tests. */
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[];
}

/** Parses the output of Vitest's JSON reporter, whose files are below `root`. `undefined` if there is none. */
export function readVitestTally(report: unknown, { root }: { root: string }): Tally | undefined {
  if (report === undefined) return undefined;
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport;
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    if (status === 'failed' && assertionResults.length === 0) return [file];
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return failed.map(({ ancestorTitles, title }) => nameTest(file, [...ancestorTitles, title]));
  });
  return { passed: numPassedTests, failures, skipped: numPendingTests + numTodoTests };
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; skipped: number };
  /** One per file and project. */
  suites: PlaywrightSuite[];
}

/** Parses the output of Playwright's JSON reporter. `undefined` if there is none. A flaky test counts as failed. */
export function readPlaywrightTally(report: unknown): Tally | undefined {
  if (report === undefined) return undefined;
  const { stats, suites } = report as PlaywrightReport;
  const failures = suites.flatMap((suite) => failuresIn(suite, []));
  return { passed: stats.expected, failures, skipped: stats.skipped };
}

function failuresIn({ file, specs, suites = [] }: PlaywrightSuite, titles: string[]): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(() => title),
  );
  return [
    ...failed.map((title) => nameTest(file, [...titles, title])),
    ...suites.flatMap((suite) => failuresIn(suite, [...titles, suite.title])),
  ];
}

function nameTest(file: string, titles: string[]): string {
  return [file, ...titles].join(' › ');
}

/** The end of `npm test`: what failed, if anything, and a last line with the numbers. */
export function formatTally(tallies: Tally[]): string {
  const sum = (key: 'passed' | 'skipped') => tallies.reduce((total, tally) => total + tally[key], 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  const skipped = sum('skipped');
  const numbers = `${sum('passed')} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const failed = failures.length > 0 ? ['Failed:', ...failures.map((failure) => `  ${failure}`)] : [];
  return [...failed, numbers].join('\n');
}
