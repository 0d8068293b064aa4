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
  tell('Building the site, which takes up to half a minute …');
  await build(undefined, { quiet: true }).catch((error) => refuse([error.message]));
  // The bundler's 100 MB would stay. A source with a time to come would have it built again and again.
  if (!needsBuild()) restart();
}
await import('../server/main.js');

/**
 * Says something in the form of the log, which programs may read.
 * @param {string} msg
 */
function tell(msg) {
  if (format() !== 'silent') process.stdout.write(lineOf('info', msg));
}

function format() {
  return process.env.MEKI_LOG || (process.stdout.isTTY ? 'pretty' : 'json');
}

/** @param {string} level @param {string} msg */
function lineOf(level, msg) {
  return `${format() === 'json' ? JSON.stringify({ level, time: new Date().toISOString(), msg }) : msg}\n`;
}

/** @param {string[]} lines @returns {never} */
function refuse(lines) {
  process.stderr.write(lines.map((line) => lineOf('error', line)).join(''));
  process.exit(1);
}
