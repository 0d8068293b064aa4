import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Names under which systems install a browser that the tests can drive. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser that runs, from the search path or else Playwright's own; `undefined` when there is none. */
export function findBrowser(searchPath = process.env.PATH ?? ''): string | undefined {
  const installed = NAMES.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((file) => existsSync(file) && runs(file));
}

/** Some systems have a program of that name that only says how to install the browser. */
function runs(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * Finds a browser, or installs one: the system's package where that is possible, else Playwright's own download.
 * @throws Error with one sentence for the reader when neither works.
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
