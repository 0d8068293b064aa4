/**
 * Runs production servers for tests in this one process, each with its own data folder and port. The parent sends requests as
 * messages and reads the log from standard output. The variable `TEST_BUILD` names another folder than that of the project's build.
 */
import { resolve } from 'node:path';
import { findBuild } from '../../../server/rendering/load-build.ts';
import { PROJECT_ROOT, runServer } from '../../../server/start-server.ts';
import type { HostAnswer, HostRequest } from './site-host.ts';

// Each site has its own log, which adds a listener to the shared output.
process.stdout.setMaxListeners(0);

const running = new Map<number, { controller: AbortController; stopped: Promise<void> }>();

async function start(id: number, variables: { [name: string]: string }): Promise<void> {
  const controller = new AbortController();
  const openSource = () => findBuild(variables.TEST_BUILD ?? resolve(PROJECT_ROOT, 'build'));
  // Work ahead of requests would take most of the time of a short-lived site.
  const life = { stop: controller.signal, reportEvery() {} };
  const server = await runServer(variables, openSource, life, { preparesPages: false });
  if (server) running.set(id, { controller, stopped: server.stopped });
}

async function stop(id: number): Promise<void> {
  const server = running.get(id);
  running.delete(id);
  server?.controller.abort();
  await server?.stopped;
}

process.on('message', (request: HostRequest) => {
  const done = request.action === 'start' ? start(request.id, request.variables) : stop(request.id);
  done.then(
    () => answer({ id: request.id }),
    (error) =>
      answer({ id: request.id, problem: error instanceof Error ? (error.stack ?? error.message) : `${error}` }),
  );
});
process.on('disconnect', () => process.exit(0));

function answer(message: HostAnswer): void {
  process.send?.(message);
}
