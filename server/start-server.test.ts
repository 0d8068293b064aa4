import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#core/accounts/user.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import site from '#site-config';
import { HAS_SAMPLE } from '../test/helpers/has-sample.ts';
import { StartFailure } from './process/start-failure.ts';
import { createServices, identityOver } from './services/services.ts';
import { runServer as runServerHere } from './start-server.ts';
import { fakeSource } from './testing/fake-app.ts';
import { addressOf, createDataFolder, runServer, takePort } from './testing/run-server.ts';
import { startHere } from './testing/start-here.ts';

let folder: string;
const ends: (() => void)[] = [];

beforeEach(() => {
  folder = createDataFolder();
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

const run = (variables: { [name: string]: string } = {}) => runServer({ MEKI_DATA_DIR: folder, ...variables });

async function createAccount(role: Role): Promise<void> {
  const services = await createServices({ dataDir: folder }, site, { warn() {} });
  const environment = { dataDir: folder, secret: undefined, signUp: 'closed' as const };
  const identity = identityOver(
    services,
    environment,
    site,
  )({
    origin: 'http://localhost:3000',
    send: async () => {},
    record() {},
    onError(error) {
      throw error;
    },
  });
  const person = { name: 'Ana Robles', email: `${role}@example.org`, password: 'lámpara río sereno', language: 'es' };
  expect(await identity.createUser({ ...person, role })).toMatchObject({ ok: true, user: { role } });
  await identity.close();
  await services.close();
}

/** The one reason that a server gives which cannot start. */
async function failure(variables: { [name: string]: string } = {}): Promise<string> {
  const started = await startHere({ MEKI_DATA_DIR: folder, MEKI_LOG: 'silent', ...variables }).catch((error) => error);
  expect(started).toBeInstanceOf(StartFailure);
  expect(started.lines).toHaveLength(1);
  return started.lines[0];
}

/** Fails if a database of the data folder is still open: another start in the same process could not use it. */
function expectReleased(): void {
  for (const name of ['meki.sqlite', 'pages.sqlite', 'search.sqlite']) {
    const database = new DatabaseSync(join(folder, name));
    ends.push(() => database.close());
    expect(() => database.exec('BEGIN EXCLUSIVE'), name).not.toThrow();
  }
  expect(existsSync(join(folder, 'server.json'))).toBe(false);
}

describe('the server', () => {
  test('says where it is, answers there, and when it is told to stop, however often, finishes what is in flight and ends with 0', async () => {
    const started = run();
    const address = await addressOf(started);
    const response = await fetch(address);
    expect(await response.text()).toBe('<h1>Home</h1>');
    expect(await (await fetch(`${address}/readyz`)).text()).toBe('ok');
    const answer = fetch(`${address}/about`).then((page) => page.text());
    await started.says('rendering');
    started.child.kill('SIGTERM');
    started.child.kill('SIGINT');
    expect(await answer).toBe('<h1>About</h1>');
    expect(await started.ended).toBe(0);
    expect(started.output().stdout).toContain('"msg":"stopped"');
    expect(started.output().stderr).toBe('');
  });

  test('tells a newcomer its address, its data folder and how to stop it', async () => {
    const started = run({ MEKI_LOG: 'pretty' });
    const text = await started.says('Ctrl+C');
    expect(text).toContain('http://localhost:');
    expect(text).toContain(folder);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(started.output().stdout).toContain('stopped');
  });

  test('tells on its log how the site is owned, until it has an owner, whatever accounts there are', async () => {
    await createAccount('viewer');
    const without = await startHere({ MEKI_DATA_DIR: folder });
    const { ready } = without;
    expect(ready).toMatchObject({ hasOwner: false, own: expect.stringContaining(`${ready.address}/admin/signup`) });
    await without.stop();
    await createAccount('owner');
    const { hasOwner, own } = (await startHere({ MEKI_DATA_DIR: folder })).ready;
    expect([hasOwner, own]).toEqual([true, undefined]);
  });

  test('says nothing at all when it is to be silent', async () => {
    const { port, end } = await takePort();
    end();
    const started = run({ MEKI_LOG: 'silent', PORT: String(port) });
    await expect
      .poll(() =>
        fetch(`http://localhost:${port}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.output()).toEqual({ stdout: '', stderr: '' });
  });

  test('told to stop while it starts, does not listen, and releases its data folder', async () => {
    const free = await takePort();
    free.end();
    const controller = new AbortController();
    const stopsHere = async () => {
      // With the port taken after it was tried, it would fail if it listened.
      ends.push((await takePort(free.port)).end);
      controller.abort();
      return fakeSource();
    };
    const variables = { MEKI_DATA_DIR: folder, MEKI_SAMPLE: 'false', MEKI_LOG: 'silent', PORT: String(free.port) };
    const life = { stop: controller.signal, reportEvery() {} };
    expect(await runServerHere(variables, stopsHere, life)).toBeUndefined();
    expectReleased();
  });

  test('stops also while the database is kept locked', async () => {
    const started = await startHere({ MEKI_DATA_DIR: folder });
    const services = await createServices({ dataDir: folder }, site, { warn() {} });
    const jobs = ['jobs/scheduler', 'jobs/publication-cards'] as const;
    const isWorking = async () => (await services.store.batchGet([...jobs])).every((job) => job !== undefined);
    await expect.poll(isWorking).toBe(true);
    await services.close();
    const other = new DatabaseSync(join(folder, 'meki.sqlite'));
    ends.push(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await started.stop();
    expect(started.output()).toContain('"msg":"stopped"');
    expect(started.output()).not.toContain('"level":"error"');
  });

  test.skipIf(!HAS_SAMPLE)(
    'fills an empty data folder with the sample site, goes on where that was killed, and leaves a filled one alone',
    async () => {
      const first = await startHere({ MEKI_DATA_DIR: folder, MEKI_SAMPLE: 'true' });
      expect(first.output()).toContain('sample site');
      await first.stop();
      const { store, close } = await createServices({ dataDir: folder }, site, { warn() {} });
      await store.commit([setDocument(jobs.at('sample'), { holder: 'killed', until: 1 })]);
      await close();
      const again = await startHere({ MEKI_DATA_DIR: folder, MEKI_SAMPLE: 'true' });
      expect(again.output()).toContain('sample site');
      await again.stop();
      const second = await startHere({ MEKI_DATA_DIR: folder, MEKI_SAMPLE: 'true' });
      expect(second.output()).not.toContain('sample site');
      const sitemap = await (await fetch(`${second.ready.address}/sitemap.xml`)).text();
      expect(sitemap.match(/<loc>/g)?.length).toBeGreaterThan(10);
    },
  );
});

describe('a server that cannot start says why in one line and ends with 1', () => {
  async function failedProcess(variables: { [name: string]: string }): Promise<string> {
    const started = run(variables);
    expect(await started.ended).toBe(1);
    const { stderr } = started.output();
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return JSON.parse(stderr).msg;
  }

  test('when a variable is wrong', async () => {
    expect(await failedProcess({ PORT: 'abc' })).toContain('PORT');
  });

  test('when a server runs on the data folder, which it names and which goes on; but not when that one was killed', async () => {
    const first = run();
    const address = await addressOf(first);
    const said = await failure();
    expect(said).toContain(`on the data folder ${folder} (process ${first.child.pid} on `);
    expect(said).toContain(`at ${address}). Stop it first`);
    expect((await fetch(address)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(folder, 'server.json'))).toBe(true);
    const second = await startHere({ MEKI_DATA_DIR: folder });
    expect((await fetch(second.ready.address)).status).toBe(200);
    await second.stop();
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });
});
