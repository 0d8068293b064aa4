import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The configuration of the site that the tests are written for: that of the sample. */
const TESTED = 'test/fixtures/clinic/site.config.ts';

const OWN = 'site.config.ts';

/** What a copy does not need: what is installed, made, stored, or another tool's. */
const LEFT_OUT = ['node_modules', '.git', 'build', 'data', '.react-router', 'test-results', 'playwright-report'];

/** Where the tests run. */
export interface TestProject {
  root: string;
  /** Whether it is a copy of the project with the tested configuration. */
  isCopy: boolean;
  /** Whether it has the content of the sample site, which many tests need. */
  hasSample: boolean;
  remove(): void;
}

/**
 * The tests are written for one configuration, and for the sample's content. In a project with a configuration of its own, they
 * run in a temporary copy of it, which has the tested configuration instead.
 */
export function openTestProject(root: string): TestProject {
  const hasSample = existsSync(join(root, 'sample'));
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  if (read(OWN) === read(TESTED)) return { root, isCopy: false, hasSample, remove: () => {} };
  const copy = mkdtempSync(join(tmpdir(), 'meki-tested-'));
  const isCopied = (path: string) => dirname(path) !== root || !LEFT_OUT.includes(basename(path));
  cpSync(root, copy, { recursive: true, filter: isCopied });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  cpSync(join(root, TESTED), join(copy, OWN));
  return { root: copy, isCopy: true, hasSample, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
