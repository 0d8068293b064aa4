// `npm start`: builds if there is no build or a source is newer, then starts the server.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { restart, spareMemory } from './spare-memory.js';

spareMemory();
enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
const { needsBuild } = await import('./needs-build.ts');
if (needsBuild()) {
  const { build, siteProblems } = await import('./build.ts');
  const problems = await siteProblems();
  if (problems.length > 0) refuse(problems);
  process.stdout.write('Building the site, which takes up to half a minute …\n');
  await build(undefined, { quiet: true }).catch((error) => refuse([error.message]));
  // The bundler's 100 MB would stay. A source with a time to come would have it built again and again.
  if (!needsBuild()) restart();
}
await import('../server/main.js');

/** @param {string[]} lines @returns {never} */
function refuse(lines) {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}
