// `npm start`: builds if there is no build or a source is newer, then starts the server.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { spareMemory } from './spare-memory.js';

spareMemory();
enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
const { build, needsBuild } = await import('./build.ts');
if (needsBuild()) {
  process.stdout.write('Building the site, which takes up to half a minute …\n');
  await build();
}
await import('../server/main.js');
