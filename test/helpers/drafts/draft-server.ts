import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { createPasswordHasher } from '#adapters/document-identity/password-hasher.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createContentSite, testLanguage } from '../content/create-content-site.ts';
import { bundleProgram } from '../servers/bundle-program.ts';
import { findFreePort } from '../servers/start-site.ts';

const SCRIPT = await bundleProgram(fileURLToPath(new URL('serve-drafts.ts', import.meta.url)));

/** A process of its own that serves drafts, always at the same address. */
export interface DraftServer {
  address: string;
  /** Resolves once it is ready. */
  start(): Promise<void>;
  /** Resolves when the process is gone. */
  kill(): Promise<void>;
}

/**
 * @param place the database file, or with `FIRESTORE_EMULATOR_HOST` the project
 * @param variables the environment in addition to that of the test
 */
export async function createDraftServer(
  place: string,
  variables: { [name: string]: string } = {},
): Promise<DraftServer> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  onTestFinished(() => void child?.kill('SIGKILL'));
  return {
    address: `http://127.0.0.1:${port}`,
    async start() {
      const env = { ...process.env, ...variables };
      const started = spawn(process.execPath, [SCRIPT, place, `${port}`], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      for await (const line of createInterface({ input: started.stdout })) if (line === 'ready') break;
      started.stdout.resume();
    },
    async kill() {
      if (!child) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      const [, signal] = await exited;
      if (signal !== 'SIGKILL') throw new Error(`The server of drafts had ended with ${signal}`);
    },
  };
}

/** Puts the item `a` with a paragraph `x` and some editors into a store. @returns the editors' cookies */
export async function putDraftItem(store: DocumentStore, names: readonly string[]): Promise<string[]> {
  const text = { type: 'text', text: 'x' };
  const body = { type: 'doc' as const, content: [{ type: 'paragraph', attrs: { id: 'p' }, content: [text] }] };
  await createContentSite(store).putItem('a', 'notice', { es: testLanguage('a', { body }) });
  const identity = createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: ['http://127.0.0.1'],
    languages: ['es', 'en'],
    readSignUpMode: async () => 'open',
    passwords: createPasswordHasher({ memory: 64, passes: 1 }),
    send: async () => {},
    record: () => {},
    onError: () => {},
  });
  const cookies: string[] = [];
  for (const name of names) {
    const person = { name, email: `${name}@example.org`, password: 'a long enough password', language: 'es' };
    await identity.createUser({ ...person, role: 'editor' });
    const signedIn = await identity.signIn({ ...person, remember: true }, {});
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    cookies.push(`meki_session=${signedIn.token}`);
  }
  await identity.close();
  return cookies;
}
