/**
 * Runs production servers for tests in this one process, each on its own data folder and port. Its parent asks for them by
 * messages and gets their log from the standard output.
 */
import { resolve } from 'node:path';
import { findBuild } from '../../server/rendering/load-build.ts';
import { PROJECT_ROOT, runServer } from '../../server/start-server.ts';
import type { HostAnswer, HostRequest } from './site-host.ts';

// Each site has a log of its own, which listens to the one output for as long as the process lives.
process.stdout.setMaxListeners(0);

const running = new Map<number, { controller: AbortController; stopped: Promise<void> }>();

async function start(id: number, variables: { [name: string]: string }): Promise<void> {
  const controller = new AbortController();
  const openSource = () => findBuild(resolve(PROJECT_ROOT, 'build'));
  // What is done ahead of visitors would take most of the time of a site that lives for one test.
  const life = { stop: controller.signal, tellOn() {} };
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
  const done = request.act === 'start' ? start(request.id, request.variables) : stop(request.id);
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
