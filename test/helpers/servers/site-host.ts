import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../project-root.ts';
import { environment, isError, NODE, onFreePort, type RunningSite, removeFolder, run } from './start-site.ts';

/** Requests to the process that runs the sites. */
export type HostRequest =
  | { id: number; action: 'start'; variables: { [name: string]: string } }
  | { id: number; action: 'stop' };

/** Its response for the same site. */
export interface HostAnswer {
  id: number;
  problem?: string;
}

/**
 * A process that runs many sites one after another, with the program loaded and warm: a tenth of the time of separate
 * processes. Each site has its own data folder, port and state.
 */
export interface SiteHost {
  /** Like `startSite`. The site cannot be restarted or killed: that requires its own process. */
  startSite(own?: { [name: string]: string }, prepare?: (dataDir: string) => Promise<void>): Promise<RunningSite>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** @see SiteHost. The process starts with its first site. */
export function createSiteHost(): SiteHost {
  const lines: string[] = [];
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let host: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  let lastId = 0;

  function startProcess(): { child: ChildProcess; ended: Promise<unknown> } {
    const child = spawn(NODE, ['test/helpers/servers/site-host-process.ts'], {
      cwd: ROOT,
      env: environment({}),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => lines.push(line));
    }
    child.on('message', ({ id, problem }: HostAnswer) => {
      if (problem === undefined) waiting.get(id)?.resolve();
      else waiting.get(id)?.reject(new Error(problem));
    });
    const ended = once(child, 'exit');
    void ended.then(([code]) => {
      const failure = new Error(`The process of the sites ended with ${code}:\n${lines.join('\n')}`);
      for (const { reject } of waiting.values()) reject(failure);
    });
    return { child, ended };
  }

  function ask(request: HostRequest): Promise<void> {
    host ??= startProcess();
    const answer = Promise.withResolvers<void>();
    waiting.set(request.id, answer);
    host.child.send(request, (error) => error && answer.reject(error));
    return answer.promise.finally(() => waiting.delete(request.id));
  }

  return {
    async startSite(own = {}, prepare) {
      const dataDir = await mkdtemp(join(tmpdir(), 'meki-e2e-'));
      await prepare?.(dataDir);
      lastId += 1;
      const id = lastId;
      const from = lines.length;
      const { port } = await onFreePort((port) => {
        const variables = { MEKI_DATA_DIR: dataDir, MEKI_LOG: 'json', PORT: String(port), ...own };
        return ask({ id, action: 'start', variables });
      });
      return {
        origin: `http://localhost:${port}`,
        dataDir,
        get errors() {
          return lines.slice(from).filter(isError);
        },
        meki: (...args) => run(['cli/main.ts', ...args], environment({ ...own, MEKI_DATA_DIR: dataDir })),
        restart: () => Promise.reject(new Error(NEEDS_PROCESS)),
        kill: () => Promise.reject(new Error(NEEDS_PROCESS)),
        async stop() {
          await ask({ id, action: 'stop' });
          await removeFolder(dataDir);
        },
      };
    },
    async close() {
      host?.child.disconnect();
      await host?.ended;
    },
  };
}

const NEEDS_PROCESS = 'Only a site in a process of its own can be restarted or killed: test.use({ ownProcess: true })';
