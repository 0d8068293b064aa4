import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Program names of browsers that the tests can use. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A working browser, from the search path or Playwright's own; `undefined` if there is none. */
export function findBrowser(searchPath = process.env.PATH ?? ''): string | undefined {
  const installed = NAMES.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((file) => existsSync(file) && runs(file));
}

/** On some systems, the program of that name only prints how to install the browser. */
function runs(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * Finds a browser, or installs one: the system's package if possible, otherwise Playwright's own download.
 * @throws Error with one sentence for the reader if neither works.
 */
export function ensureBrowser(): string {
  const found = findBrowser() ?? (install() ? findBrowser() : undefined);
  if (found) return found;
  throw new Error('The browser tests need Chromium, and it could not be installed: put one on the PATH and try again.');
}

function install(): boolean {
  process.stdout.write('No browser was found; installing Chromium …\n');
  return installPackage() || run('npx', ['playwright', 'install', 'chromium']);
}

function installPackage(): boolean {
  const isRoot = process.getuid?.() === 0;
  return isRoot && run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium']);
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
