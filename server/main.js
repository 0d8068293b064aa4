// JavaScript, so that Node does not load its TypeScript compiler (18 MB, 80 ms) when everything else is in its compile cache.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
setTimeout(flushCompileCache, 5_000).unref();
const { startServer } = await import(new URL('../build/server/start-server.js', import.meta.url).href);
await startServer();
