import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import { formatFigures, isProduction, measure } from './figures.ts';
import { findFolderCycles, findLargeFolders, type ImportingFile } from './folder-cycles.ts';

/** The folders of source code, those of tests and benchmarks included. */
const ZONES = ['app', 'core', 'adapters', 'server', 'cli', 'sample', 'scripts', 'bench', 'test'].filter((name) =>
  existsSync(name),
);

const TESTS = /\.(test|contract|spec|hostile)\.tsx?$/;

/** Maximum files per folder, without tests. */
const MAX_FILES = 25;

/** Reads all imports once, and judges them by the rules of `.dependency-cruiser.cjs`. */
async function readImports(): Promise<ICruiseResult> {
  const { options, ...ruleSet } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const { output } = await cruise(ZONES, { ...options, ruleSet, validate: true });
  return output as ICruiseResult;
}

/** The source files with their imports of each other, without tests. */
function sourceFiles({ modules }: ICruiseResult): ImportingFile[] {
  const ours = modules.filter(({ source }) => ZONES.includes(source.split('/')[0] ?? '') && !TESTS.test(source));
  const sources = new Set(ours.map(({ source }) => source));
  return ours.map(({ source, dependencies }) => ({
    path: source,
    imports: dependencies.map(({ resolved }) => resolved).filter((path) => sources.has(path)),
  }));
}

/** The modules of production with what they load as they are loaded. */
function productionModules({ modules }: ICruiseResult) {
  return modules
    .filter(({ source }) => isProduction(source))
    .map(({ source, dependencies }) => ({
      path: source,
      text: readFileSync(source, 'utf8'),
      imports: dependencies
        .filter(({ dynamic, dependencyTypes }) => !dynamic && !dependencyTypes.includes('type-only'))
        .map(({ resolved }) => resolved),
    }));
}

/**
 * Fails on imports that a rule forbids, on folders that import each other, including type-only imports, and on folders with too
 * many files. With `--figures`, it also prints the size of the code and of its flows.
 */
async function main(): Promise<void> {
  const imports = await readImports();
  const byRules = await format(imports, { outputType: 'err' });
  process.stdout.write(`${byRules.output}`);
  const files = sourceFiles(imports);
  const problems = [
    ...findFolderCycles(files).map((folders) => `These folders import each other: ${folders.join(', ')}`),
    ...findLargeFolders(files, MAX_FILES).map(
      ({ folder, count }) => `${folder} has ${count} files: more than ${MAX_FILES}`,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write(`No folder cycles among ${files.length} files.\n`);
  if (process.argv.includes('--figures')) process.stdout.write(formatFigures(measure(productionModules(imports))));
  process.exitCode = byRules.exitCode > 0 || problems.length > 0 ? 1 : 0;
}

await main();
