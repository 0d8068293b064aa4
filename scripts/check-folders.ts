import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { findFolderCycles, findLargeFolders, type ImportingFile } from './folder-cycles.ts';

/** The folders of source code, those of tests and benchmarks included. */
const ZONES = ['app', 'core', 'adapters', 'server', 'cli', 'sample', 'scripts', 'bench', 'test'].filter((name) =>
  existsSync(name),
);

const TESTS = /\.(test|contract|spec|hostile)\.tsx?$/;

/** Maximum files per folder, without tests. */
const MAX_FILES = 25;

async function readFiles(): Promise<ImportingFile[]> {
  const { options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const { output } = await cruise(ZONES, options);
  const { modules } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => ZONES.includes(source.split('/')[0] ?? '') && !TESTS.test(source));
  const sources = new Set(ours.map(({ source }) => source));
  return ours.map(({ source, dependencies }) => ({
    path: source,
    imports: dependencies.map(({ resolved }) => resolved).filter((path) => sources.has(path)),
  }));
}

/** Fails on folders that import each other, including type-only imports, and on folders with too many files. */
async function main(): Promise<void> {
  const files = await readFiles();
  const problems = [
    ...findFolderCycles(files).map((folders) => `These folders import each other: ${folders.join(', ')}`),
    ...findLargeFolders(files, MAX_FILES).map(
      ({ folder, count }) => `${folder} has ${count} files: more than ${MAX_FILES}`,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write(`No folder cycles among ${files.length} files.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

await main();
