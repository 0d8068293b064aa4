import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../project-root.ts';
import { environment, run } from './start-site.ts';

/** What a site is built and run from. */
const SOURCES = [
  'adapters',
  'app',
  'blocks',
  'cli',
  'core',
  // Shown to owners.
  'docs/site.md',
  'locales',
  'pages',
  'public',
  'sample',
  'scripts',
  'server',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'site.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds like `scripts/build.ts`, but for the thorough compression, which takes a quarter of the time. */
const BUILD = `
  import { build, siteProblems } from './scripts/build.ts';
  const problems = await siteProblems();
  if (problems.length > 0) throw new Error(problems.join('\\n'));
  await build(undefined, { effort: 'instant' });
`;

/** A built copy of the project with a configuration of its own. */
export interface ProjectCopy {
  root: string;
  remove(): Promise<void>;
}

/**
 * @param configure changes the text of `site.config.ts`
 * @param files further files by path: texts, or objects as JSON
 * @throws Error with the output if the build fails
 */
export async function copyProject(
  configure: (config: string) => string,
  files: { [path: string]: object | string } = {},
): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'meki-copy-'));
  const sources = SOURCES.filter((name) => existsSync(join(ROOT, name)));
  await Promise.all(sources.map((name) => cp(join(ROOT, name), join(root, name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const config = join(root, 'site.config.ts');
  const text = await readFile(config, 'utf8');
  const configured = configure(text);
  if (configured === text) throw new Error('The configuration of the copy is that of the project');
  await writeFile(config, configured);
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof contents === 'string' ? contents : JSON.stringify(contents));
  }
  await run(['--input-type=module', '--eval', BUILD], environment({}), root);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
