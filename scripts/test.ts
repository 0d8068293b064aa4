import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure-browser.ts';
import { type FileTime, formatSlowest, readPlaywrightTimes, readVitestTimes } from './slowest-files.ts';
import { openTestProject, type TestProject } from './test-project.ts';
import { formatTally, readPlaywrightTally, readVitestTally, type Tally, tallyOfRun } from './test-tally.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

interface RunOptions {
  /** Default: the project's. */
  cwd?: string;
  variables?: NodeJS.ProcessEnv;
  isUrgent?: boolean;
}

/** Starts a command line with the project's programs first on the path. */
function start(command: string, stdio: 'inherit' | 'pipe', { cwd = ROOT, variables = {} }: RunOptions): ChildProcess {
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, ...variables };
  return spawn(command, { cwd, env, shell: true, stdio: ['ignore', stdio, stdio] });
}

/**
 * The priority of what is not urgent (see `nice`): a third of the processor time of others. The lowest one would get next to
 * nothing on a machine that is busy with other things.
 */
const YIELDING = 5;

/** Runs a command line exclusively, with inherited output. */
async function runAlone(command: string, options: RunOptions): Promise<boolean> {
  process.stdout.write(`\n── ${command}\n`);
  const [code] = await once(start(command, 'inherit', options), 'exit');
  return code === 0;
}

/** Runs a command line concurrently with others; its output is printed as a whole when it has ended. */
async function runConcurrently(command: string, options: RunOptions = {}): Promise<boolean> {
  const began = performance.now();
  const child = start(command, 'pipe', options);
  if (!options.isUrgent && child.pid !== undefined) setPriority(child.pid, YIELDING);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(`\n── ${command} (${secondsSince(began)})\n${Buffer.concat(output)}`);
  return code === 0;
}

function secondsSince(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(0)} s`;
}

/** The commands of `npm run check`. */
function readChecks(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { check: string } };
  return scripts.check.split(' && ');
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function runProgram(command: string, options?: RunOptions): Promise<Tally> {
  return tallyOfRun({ command, succeeded: await runConcurrently(command, options) });
}

async function runChecks(): Promise<Tally[]> {
  const tallies: Tally[] = [];
  // For tsc, a Go program: collecting garbage takes a third of its processor time by default.
  const variables = { GOGC: '400' };
  for (const command of readChecks()) tallies.push(await runProgram(command, { variables }));
  return tallies;
}

async function runUnits({ root }: TestProject, reports: string): Promise<Tally> {
  const file = join(reports, 'vitest.json');
  const command = 'vitest run';
  const succeeded = await runConcurrently(`${command} ${reportInto(file)}`, { cwd: root });
  const report = readReport(file);
  printSlowest('Slowest files of unit tests', readVitestTimes(report), root);
  return tallyOfRun({ command, succeeded }, readVitestTally(report, { root }));
}

async function runHostile({ root }: TestProject, reports: string, variables: NodeJS.ProcessEnv): Promise<Tally> {
  const file = join(reports, 'hostile.json');
  const command = 'vitest run --config test/hostile/vitest.config.ts';
  const succeeded = await runConcurrently(`${command} ${reportInto(file)}`, { cwd: root, variables, isUrgent: true });
  return tallyOfRun({ command, succeeded }, readVitestTally(readReport(file), { root }));
}

async function runPages({ root }: TestProject, reports: string, variables: NodeJS.ProcessEnv): Promise<Tally> {
  const file = join(reports, 'playwright.json');
  const command = 'playwright test';
  // Its workers, and the servers and commands of its tests, load the same modules again and again.
  const own = { E2E_REPORT: file, NODE_COMPILE_CACHE: join(reports, 'compile-cache') };
  const succeeded = await runAlone(command, { cwd: root, variables: { ...variables, ...own } });
  const report = readReport(file);
  printSlowest('Slowest files of server and browser tests', readPlaywrightTimes(report), root);
  return tallyOfRun({ command, succeeded }, readPlaywrightTally(report));
}

/** Options with which Vitest prints its results and writes them to a file. */
function reportInto(file: string): string {
  return `--reporter=default --reporter=json --outputFile.json=${file}`;
}

function printSlowest(title: string, times: FileTime[], root: string): void {
  process.stdout.write(`\n${title}:\n${formatSlowest(times, { root })}\n`);
}

/**
 * The checks run concurrently with the build; then the unit tests with the hostile requests, which wait half of the time and
 * measure waits, so that they come first; then the server and browser tests. The project's own configuration is checked and
 * built; where it is not the tested one, the tests have a build of their own.
 */
async function runEverything(project: TestProject, reports: string): Promise<Tally[]> {
  const checks = runChecks();
  const build = await runProgram('node scripts/build.ts', { isUrgent: true });
  const builds = [build];
  if (project.isCopy) builds.push(await runProgram('node scripts/build.ts', { cwd: project.root, isUrgent: true }));
  // The sample site is prepared once for the suites that start it.
  const folders = { PREPARED_FOLDERS: mkdtempSync(join(reports, 'prepared-')) };
  // They attack the sample site.
  const hostile = project.hasSample ? [runHostile(project, reports, folders)] : [];
  const tallies = [...(await checks), ...builds, await runUnits(project, reports), ...(await Promise.all(hostile))];
  tallies.push(await runPages(project, reports, folders));
  return tallies;
}

/**
 * `npm test`: lint, types, zones, unused code, the build, unit and contract tests, hostile requests, server and browser tests.
 * Runs everything, whatever fails.
 */
async function main(): Promise<void> {
  const began = performance.now();
  try {
    ensureBrowser();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
    return;
  }
  const reports = mkdtempSync(join(tmpdir(), 'meki-test-'));
  const project = openTestProject(ROOT);
  if (project.isCopy)
    process.stdout.write(`The tests run in ${project.root}, with the configuration they are written for.\n`);
  if (!project.hasSample) process.stdout.write('Without the folder sample/, tests of the sample site are left out.\n');
  try {
    const tallies = await runEverything(project, reports);
    process.stdout.write(`\nTook ${secondsSince(began)}.\n${formatTally(tallies)}\n`);
    process.exitCode = tallies.some(({ failures }) => failures.length > 0) ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
    project.remove();
  }
}

await main();
