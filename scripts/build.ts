import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBrotli, compressGzip } from '../server/http/compress.ts';
import { escapeWideLettersIn } from './escape-wide-letters.ts';
import { trimManifestIn } from './trim-manifest.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/** The sources of the build, apart from dependencies. */
const SOURCES = [
  'app',
  'core',
  'locales',
  'public',
  'scripts',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt', '.xml', '.html', '.webmanifest', '.map']);

/** Whether there is no complete build, or a source is newer. */
export function needsBuild(root = ROOT): boolean {
  const mark = statSync(join(root, 'build/build.json'), { throwIfNoEntry: false });
  return mark === undefined || SOURCES.some((source) => isYounger(join(root, source), mark.mtimeMs));
}

function isYounger(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (found.mtimeMs > time) return true;
  return found.isDirectory() && readdirSync(path).some((name) => isYounger(join(path, name), time));
}

/** Builds the app for production into `build/`. `build.json` is written last and marks the build as complete. */
export async function build(root = ROOT): Promise<void> {
  const mark = join(root, 'build/build.json');
  rmSync(mark, { force: true });
  await runReactRouterBuild(root);
  await buildScript(root, 'app/offline/worker/worker.ts', 'offline-worker.js');
  await buildScript(root, 'app/embed/latest.ts', 'embed/latest.js');
  escapeWideLettersIn(join(root, 'build/server'));
  trimManifestIn(join(root, 'build/client/assets'));
  await compressFiles(join(root, 'build/client'));
  writeFileSync(mark, `${JSON.stringify({ id: randomUUID(), timestamp: Date.now() })}\n`);
}

function runReactRouterBuild(root: string): Promise<void> {
  const bin = join(root, 'node_modules/@react-router/dev/bin.cjs');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [bin, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`The build ended with code ${code}`))));
  });
}

/**
 * Builds a single script with a name of its own: the service worker and scripts for other websites outlive the pages, and must not
 * import files that a new build removes.
 */
async function buildScript(root: string, input: string, name: string): Promise<void> {
  const { build: bundle } = await import('vite');
  await bundle({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, input),
        output: { format: 'iife', entryFileNames: name },
      },
    },
  });
}

async function compressFiles(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!COMPRESSIBLE.has(extname(name)) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const [br, gz] = await Promise.all([compressBrotli(bytes, 'thorough'), compressGzip(bytes, 'thorough')]);
    for (const [ending, compressed] of [['br', br] as const, ['gz', gz] as const]) {
      if (compressed) writeFileSync(`${file}.${ending}`, compressed);
      else if (existsSync(`${file}.${ending}`)) rmSync(`${file}.${ending}`);
    }
  }
}

if (import.meta.main) await build();
