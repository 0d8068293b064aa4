import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBrotli, compressGzip, type Effort } from '../server/http/compress.ts';
import { escapeBeyondAsciiIn } from './escape-beyond-ascii.ts';
import { trimManifestIn } from './trim-manifest.ts';

export { needsBuild } from './needs-build.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt', '.xml', '.html', '.webmanifest', '.map']);

/** What is wrong with `site.config.ts` and `locales/`, one line each: nothing is built of them then. */
export async function siteProblems(root = ROOT): Promise<string[]> {
  const { judgeSite } = await import('../server/judge-site.ts');
  const { missingViews } = await import('../server/judge-site.ts');
  const { problems } = await judgeSite(root, () => import('#site-config'));
  return problems.length > 0 ? problems : missingViews(root, (await import('#site-config')).default);
}

/**
 * Builds the app for production into `build/`. `build.json` is written last and marks the build as complete.
 * @param options.quiet says nothing unless the build fails
 * @param options.effort to compress files @throws Error with what the bundler said
 */
export async function build(
  root = ROOT,
  { quiet = false, effort = 'thorough' }: { quiet?: boolean; effort?: Effort } = {},
): Promise<void> {
  const mark = join(root, 'build/build.json');
  rmSync(mark, { force: true });
  await runReactRouterBuild(root, quiet);
  await buildScript(root, 'app/offline/worker/worker.ts', 'offline-worker.js');
  await buildScript(root, 'app/embed/latest.ts', 'embed/latest.js');
  escapeBeyondAsciiIn(join(root, 'build/server'));
  trimManifestIn(join(root, 'build/client/assets'));
  await compressFiles(join(root, 'build/client'), effort);
  writeFileSync(mark, `${JSON.stringify({ id: randomUUID(), timestamp: Date.now() })}\n`);
}

function runReactRouterBuild(root: string, quiet: boolean): Promise<void> {
  const bin = join(root, 'node_modules/@react-router/dev/bin.cjs');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [bin, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(String(text)));
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`${said.join('')}The build ended with code ${code}`));
    });
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
    logLevel: 'error',
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

async function compressFiles(folder: string, effort: Effort): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!COMPRESSIBLE.has(extname(name)) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const [br, gz] = await Promise.all([compressBrotli(bytes, effort), compressGzip(bytes, effort)]);
    for (const [ending, compressed] of [['br', br] as const, ['gz', gz] as const]) {
      if (compressed) writeFileSync(`${file}.${ending}`, compressed);
      else if (existsSync(`${file}.${ending}`)) rmSync(`${file}.${ending}`);
    }
  }
}

if (import.meta.main) {
  const problems = await siteProblems();
  if (problems.length === 0) {
    await build();
  } else {
    process.stderr.write(`${problems.join('\n')}\n`);
    process.exitCode = 1;
  }
}
