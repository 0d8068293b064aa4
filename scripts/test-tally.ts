/** The results of a test runner. */
export interface Tally {
  passed: number;
  /** One line for each failed test: its file and titles. */
  failures: string[];
  /** Likewise for each skipped test; its title has the reason. */
  skipped: string[];
  /** Likewise for each browser test that failed first and passed when it was run again. They count as passed. */
  repeated?: string[];
}

/**
 * The result of a program. A runner that failed without a failed test, or left no report, counts as one failure, named by its
 * command, because tests that did not run have not passed.
 */
export function tallyOfRun(
  { command, succeeded }: { command: string; succeeded: boolean },
  report: Tally = { passed: succeeded ? 1 : 0, failures: [], skipped: [] },
): Tally {
  return succeeded || report.failures.length > 0 ? report : { ...report, failures: [command] };
}

interface VitestReport {
  numPassedTests: number;
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
  const { numPassedTests, testResults } = report as VitestReport;
  const tally: Tally = { passed: numPassedTests, failures: [], skipped: [] };
  for (const { name, status, assertionResults } of testResults) {
    const file = name.replace(`${root}/`, '');
    if (status === 'failed' && assertionResults.length === 0) tally.failures.push(file);
    for (const test of assertionResults) {
      const named = nameTest(file, [...test.ancestorTitles, test.title]);
      if (test.status === 'failed') tally.failures.push(named);
      else if (test.status !== 'passed') tally.skipped.push(named);
    }
  }
  return tally;
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number };
  /** One per file and project. */
  suites: PlaywrightSuite[];
}

/** Parses the output of Playwright's JSON reporter. `undefined` if there is none. */
export function readPlaywrightTally(report: unknown): Tally | undefined {
  if (report === undefined) return undefined;
  const { stats, suites } = report as PlaywrightReport;
  const named = (...statuses: string[]) => suites.flatMap((suite) => testsIn(suite, [], statuses));
  const { expected, flaky } = stats;
  return {
    passed: expected + flaky,
    failures: named('unexpected'),
    skipped: named('skipped'),
    repeated: named('flaky'),
  };
}

/** The names of the tests with one of the statuses. */
function testsIn({ file, specs, suites = [] }: PlaywrightSuite, titles: string[], statuses: string[]): string[] {
  const found = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => statuses.includes(status)).map(() => title),
  );
  return [
    ...found.map((title) => nameTest(file, [...titles, title])),
    ...suites.flatMap((suite) => testsIn(suite, [...titles, suite.title], statuses)),
  ];
}

function nameTest(file: string, titles: string[]): string {
  return [file, ...titles].join(' › ');
}

/** The end of `npm test`: what was skipped, repeated and failed, if anything, and a last line with the numbers. */
export function formatTally(tallies: Tally[]): string {
  const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  const skipped = tallies.flatMap((tally) => tally.skipped);
  const list = (title: string, names: string[]) =>
    names.length > 0 ? [title, ...names.map((name) => `  ${name}`)] : [];
  const numbers = `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
  const repeated = tallies.flatMap((tally) => tally.repeated ?? []);
  return [
    ...list('Skipped:', skipped),
    ...list('Passed at the second try only:', repeated),
    ...list('Failed:', failures),
    numbers,
  ].join('\n');
}
