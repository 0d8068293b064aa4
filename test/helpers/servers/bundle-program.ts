import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { ROOT } from '../project-root.ts';

/** Inside of the project's `node_modules`, so that packages are found from there. */
const FOLDER = join(ROOT, 'node_modules/.cache/test-programs');

/** Modules of the project that find files beside their source. */
const FINDS_FILES = /\/(?:server|adapters)\/[^?]*\.ts$/;

/**
 * Joins a program and all modules of the project that it loads into one file, for tests that start it many times: loading some
 * hundred TypeScript files takes two thirds of the processor time of a start. Call it once per program and process.
 * @param source the absolute path of the program
 * @returns the absolute path of the file
 */
export async function bundleProgram(source: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'meki:keep-source-url',
        transform: {
          filter: { id: FINDS_FILES, code: 'import.meta.url' },
          handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
        },
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: source, output: { codeSplitting: false } },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const file = join(FOLDER, `${basename(source, '.ts')}.js`);
  mkdirSync(FOLDER, { recursive: true });
  // Renamed in one step, since another process may be about to start the same program.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, output[0].code);
  renameSync(draft, file);
  return file;
}
