import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { openTestProject } from './test-project.ts';

/**
 * Runs one command where `npm test` runs the tests, for a few of them: `node scripts/in-test-project.ts vitest run core/site`.
 */
const project = openTestProject(resolve(import.meta.dirname, '..'));
try {
  const [program = 'vitest', ...args] = process.argv.slice(2);
  const env = { ...process.env, PATH: `${join(project.root, 'node_modules/.bin')}:${process.env.PATH}` };
  process.exitCode = spawnSync(program, args, { cwd: project.root, env, stdio: 'inherit' }).status ?? 1;
} finally {
  project.remove();
}
