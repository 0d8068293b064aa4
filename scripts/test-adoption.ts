import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';
import { formatTally, readPlaywrightTally, type Tally, tallyOfRun } from './test-tally.ts';

const ROOT = resolve(import.meta.dirname, '..');

const args = process.argv.slice(2);
const withoutTests = args.includes('--without-tests');
const keep = args.includes('--keep');
const others = args.filter((arg) => !['--without-tests', '--keep'].includes(arg));

function run(program: string, args: string[], cwd = ROOT, variables: NodeJS.ProcessEnv = {}): boolean {
  process.stdout.write(`\n── ${program} ${args.join(' ')}\n`);
  return spawnSync(program, args, { cwd, env: { ...process.env, ...variables }, stdio: 'inherit' }).status === 0;
}

/** A clone of the last commit, with the dependencies of this project. */
function cloneProject(folder: string): void {
  const git = (...args: string[]) => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).stdout.trim();
  if (git('status', '--porcelain') !== '')
    process.stdout.write('The clone has the last commit, not what has changed since.\n');
  const commit = git('rev-parse', 'HEAD');
  const isCloned =
    run('git', ['clone', '--quiet', '--no-checkout', ROOT, folder]) &&
    run('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit]);
  if (!isCloned) throw new Error(`The project could not be cloned into ${folder}`);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Adopts the clone in each configuration, in a browser. */
function runPages(folder: string, reports: string): Tally {
  const file = join(reports, 'playwright.json');
  const program = join(ROOT, 'node_modules/.bin/playwright');
  const succeeded = run(program, ['test', '--config', 'test/adoption/playwright.config.ts', ...others], ROOT, {
    ADOPTION_CLONE: folder,
    E2E_REPORT: file,
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return tallyOfRun({ command: 'playwright test', succeeded }, readPlaywrightTally(report));
}

/** `npm ci && npm test` in the clone, as its last configuration left it. */
function runTests(folder: string): Tally[] {
  // Not what it points to, which `npm ci` would empty.
  rmSync(join(folder, 'node_modules'));
  for (const name of ['build', 'data']) rmSync(join(folder, name), { recursive: true, force: true });
  return [['ci'], ['test']].map((args) =>
    tallyOfRun({ command: `npm ${args} (in the clone)`, succeeded: run('npm', args, folder) }),
  );
}

/**
 * `npm run test:adoption`: makes a clone of the project into a site of its own, in several configurations, looks at every page, and
 * runs the tests of the clone. `--without-tests` leaves the latter out, `--keep` keeps the clone; anything else is Playwright's. With
 * `ADOPTION_SCREENSHOTS`, a folder, it writes pictures of a page of each kind there.
 */
function main(): void {
  ensureBrowser();
  const work = mkdtempSync(join(tmpdir(), 'meki-adoption-'));
  const folder = join(work, 'clone');
  try {
    cloneProject(folder);
    const tallies = [runPages(folder, work), ...(withoutTests ? [] : runTests(folder))];
    process.stdout.write(`\n${keep ? `The clone is ${folder}\n` : ''}${formatTally(tallies)}\n`);
    process.exitCode = tallies.some(({ failures }) => failures.length > 0) ? 1 : 0;
  } finally {
    if (!keep) rmSync(work, { recursive: true, force: true });
  }
}

main();
