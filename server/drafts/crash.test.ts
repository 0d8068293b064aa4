import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { createPasswordHasher } from '#adapters/document-identity/password-hasher.ts';
import { makeTemporaryFolder } from '#adapters/sqlite/database/temporary-folder.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { Item } from '#core/content/item.ts';
import { plainText } from '#core/rich-text/plain-text.ts';
import { createContentSite, testCollections, testLanguage } from '../../test/helpers/create-content-site.ts';
import { type DraftClient, openDraft } from '../../test/helpers/draft-client.ts';
import { createRandom } from '../../test/helpers/random.ts';
import { createTypists, onlyText } from '../../test/helpers/random-typing.ts';

const ROUNDS = 12;
const EDITS = 40;
const NAME = 'item/a/es';
const SERVER = fileURLToPath(new URL('../../test/helpers/serve-drafts.ts', import.meta.url));
const COLLECTIONS = [...testCollections, ...accountCollections];
const WAIT = { timeout: 20_000, interval: 10 };
const random = createRandom(20_260_504);
const happens = (percent: number) => random(100) < percent;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Creates a file with two editors and an item with one paragraph. @returns the editors' cookies */
async function prepare(file: string, origin: string): Promise<string[]> {
  const { store } = openSqlite({ file, collections: COLLECTIONS });
  const text = { type: 'text', text: 'x' };
  const body = { type: 'doc' as const, content: [{ type: 'paragraph', attrs: { id: 'p' }, content: [text] }] };
  await createContentSite(store).putItem('a', 'notice', { es: testLanguage('a', { body }) });
  const identity = createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: [origin],
    languages: ['es', 'en'],
    signUpMode: 'open',
    passwords: createPasswordHasher({ memory: 64, passes: 1 }),
    send: async () => {},
    record: () => {},
    onError: () => {},
  });
  const cookies: string[] = [];
  for (const name of ['Ana', 'Eva']) {
    const person = { name, email: `${name}@example.org`, password: 'a long enough password', language: 'es' };
    await identity.createUser({ ...person, role: 'editor' });
    const signedIn = await identity.signIn({ ...person, remember: true }, {});
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    cookies.push(`meki_session=${signedIn.token}`);
  }
  await identity.close();
  await store.close();
  return cookies;
}

async function serve(file: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SERVER, file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
  child.stdout.resume();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
}

/** The log's contents after the server is gone. */
async function readLog(file: string): Promise<{ doc: Y.Doc; item: Item }> {
  const { store, draftLog } = openSqlite({ file, collections: COLLECTIONS });
  const doc = new Y.Doc();
  for (const { update } of await draftLog.read(NAME)) Y.applyUpdate(doc, update);
  const [document] = await store.batchGet(['items/a']);
  await store.close();
  return { doc, item: document?.data as unknown as Item };
}

test('killed at any moment, it loses no character that it said was saved, and two who write end with one text', {
  timeout: 180_000,
}, async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const clients = (await prepare(file, address)).map((cookie) => openDraft(NAME, { address, cookie }));
  onTestFinished(() => {
    for (const client of clients) client.end();
  });
  const { edit, present, saved, allSaved } = createTypists(clients, random, 'x', WAIT);

  let server = await serve(file, port);
  await allSaved();
  for (let round = 0; round < ROUNDS; round++) {
    const traveller = clients[random(2)] as DraftClient;
    const leavesAt = random(EDITS);
    const killedAt = random(EDITS);
    for (let number = 0; number < EDITS; number++) {
      if (number === leavesAt) traveller.goOffline();
      if (number === killedAt) {
        await kill(server);
        const { doc } = await readLog(file);
        for (const update of saved.values()) expect(Y.snapshotContainsUpdate(Y.snapshot(doc), update)).toBe(true);
      }
      edit(clients[random(2)] as DraftClient);
      // Between messages, disk writes and snapshots; sometimes a longer pause to let them finish.
      if (happens(30)) await sleep(random(happens(10) ? 400 : 8));
    }
    server = await serve(file, port);
    traveller.goOnline();
    await allSaved();
    const [one, other] = clients.map(({ doc }) => doc) as [Y.Doc, Y.Doc];
    await vi.waitFor(() => expect(onlyText(one).toString()).toBe(onlyText(other).toString()), WAIT);
    expect([...onlyText(one).toString()].sort()).toEqual([...present].sort());
  }

  // Without further typing, the next start settles the log into the item.
  await kill(server);
  const final = onlyText((clients[0] as DraftClient).doc).toString();
  server = await serve(file, port);
  await vi.waitFor(async () => {
    const { doc, item } = await readLog(file);
    expect(onlyText(doc).toString()).toBe(final);
    expect(plainText(item.languages.es?.body ?? { type: 'doc', content: [] })).toBe(final);
  }, WAIT);
  await kill(server);
});
