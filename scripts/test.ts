import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './ensure-browser.ts';
import { formatTally, readPlaywrightTally, readVitestTally, type Tally, tallyOfRun } from './test-tally.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/** Runs a command line with the project's programs first on the path, its output going where this one's goes. */
function run(command: string, variables: NodeJS.ProcessEnv = {}): Promise<boolean> {
  process.stdout.write(`\n── ${command}\n`);
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, ...variables };
  return new Promise((done, fail) => {
    const child = spawn(command, { cwd: ROOT, env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', fail);
    child.on('exit', (code) => done(code === 0));
  });
}

/** The commands of `npm run check`. */
function readChecks(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { check: string } };
  return scripts.check.split(' && ');
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function runEverything(reports: string): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const command of [...readChecks(), 'node scripts/build.ts']) tallies.push(tallyOfRun(await run(command)));
  const vitest = join(reports, 'vitest.json');
  const units = await run(`vitest run --reporter=default --reporter=json --outputFile.json=${vitest}`);
  tallies.push(tallyOfRun(units, readVitestTally(readReport(vitest))));
  const attacks = join(reports, 'hostile.json');
  const hostile = await run(
    `vitest run --config test/hostile/vitest.config.ts --reporter=default --reporter=json --outputFile.json=${attacks}`,
  );
  tallies.push(tallyOfRun(hostile, readVitestTally(readReport(attacks))));
  const playwright = join(reports, 'playwright.json');
  const pages = await run('playwright test', { E2E_REPORT: playwright });
  tallies.push(tallyOfRun(pages, readPlaywrightTally(readReport(playwright))));
  return tallies;
}

/**
 * `npm test`: lint, types, zones, unused code, the build, unit and contract tests, hostile requests, browser tests. One
 * after the other, as hostile requests measure how long others wait. Nothing ends it early.
 */
async function main(): Promise<void> {
  try {
    ensureBrowser();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
    return;
  }
  const reports = mkdtempSync(join(tmpdir(), 'meki-test-'));
  try {
    const { text, failed } = formatTally(await runEverything(reports));
    process.stdout.write(`\n${text}\n`);
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

await main();
