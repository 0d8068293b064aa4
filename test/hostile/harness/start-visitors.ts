import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Watch } from './visits.ts';

/** Visitors of a server, and of the control, in separate processes. */
export interface Visitors {
  /** Starts the visits. @returns a function that stops them and returns the measurements */
  watch(victim: { port: number; pid: number }): () => Promise<Watch>;
  close(): void;
}

export async function startVisitors(): Promise<Visitors> {
  const control = forkHere('control-server.ts');
  const visitors = forkHere('visit-server.ts');
  const [{ port: controlPort }] = (await once(control, 'message')) as [{ port: number }];
  return {
    watch({ port, pid }) {
      visitors.send({ watch: { port, pid, controlPort } });
      return async () => {
        const told = once(visitors, 'message');
        visitors.send({ stop: true });
        const [watch] = (await told) as [Watch];
        return watch;
      };
    },
    close() {
      visitors.disconnect();
      control.disconnect();
    },
  };
}

function forkHere(file: string): ChildProcess {
  return fork(join(import.meta.dirname, file), { execArgv: [], serialization: 'advanced' });
}
