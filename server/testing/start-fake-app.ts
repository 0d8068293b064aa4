import { flushCompileCache } from 'node:module';
import { startServer } from '../start-server.ts';
import { fakeSource } from './fake-app.ts';

await startServer(process.env, () => {
  // The process ends without storing what it compiled.
  flushCompileCache();
  return fakeSource();
});
