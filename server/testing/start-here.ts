import { onTestFinished } from 'vitest';
import { runServer } from '../start-server.ts';
import { fakeSource } from './fake-app.ts';

/** A server in the process of the test, which starts in a tenth of the time of a process of its own. */
export interface ServerHere {
  /** The fields of its ready message. */
  ready: { address: string; hasOwner: boolean; own?: string };
  /** What it has logged. */
  output(): string;
  /** Resolves when it has stopped as after a request to stop. */
  stop(): Promise<void>;
}

/**
 * Starts the real server with an app of a few pages.
 * @param variables its `MEKI_DATA_DIR` and other overrides
 * @throws {StartFailure} if it cannot start
 */
export async function startHere(variables: { [name: string]: string }): Promise<ServerHere> {
  let text = '';
  const { write } = process.stdout;
  // Not a mock, since mocks end before what a test leaves running.
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  const restore = () => {
    process.stdout.write = write;
  };
  const controller = new AbortController();
  const environment = { MEKI_SAMPLE: 'false', PORT: '0', MEKI_LOG: 'json', ...variables };
  const life = { stop: controller.signal, reportEvery() {} };
  const server = await runServer(environment, fakeSource, life, { preparesPages: false }).catch((error) => {
    restore();
    throw error;
  });
  const stop = async () => {
    controller.abort();
    await server?.stopped;
    restore();
  };
  onTestFinished(stop);
  const ready = text.split('\n').find((line) => line.includes('"msg":"ready"')) ?? '';
  return { ready: JSON.parse(ready), output: () => text, stop };
}
