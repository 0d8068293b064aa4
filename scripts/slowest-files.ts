/** The duration of a test file. */
export interface FileTime {
  file: string;
  /** The sum over its tests. */
  ms: number;
}

interface VitestReport {
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** Parses the output of Vitest's JSON reporter: from the first test of a file to its last. */
export function readVitestTimes(report: unknown): FileTime[] {
  if (report === undefined) return [];
  const { testResults } = report as VitestReport;
  return testResults.map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime }));
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

/** Parses the output of Playwright's JSON reporter. */
export function readPlaywrightTimes(report: unknown): FileTime[] {
  if (report === undefined) return [];
  const { suites } = report as { suites: PlaywrightSuite[] };
  return suites.map((suite) => ({ file: suite.file, ms: sumOf(suite) }));
}

function sumOf({ specs, suites = [] }: PlaywrightSuite): number {
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...durations, ...suites.map(sumOf)].reduce((sum, ms) => sum + ms, 0);
}

/** The slowest files first, one per line with seconds. */
export function formatSlowest(times: FileTime[], { root, count = 10 }: { root: string; count?: number }): string {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return slowest
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file.replace(`${root}/`, '')}`)
    .join('\n');
}
