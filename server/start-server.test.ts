import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#core/accounts/user.ts';
import site from '#site-config';
import { createServices, identityOver } from './services.ts';

const SCRIPT = join(import.meta.dirname, 'testing/start-fake-app.ts');

let folder: string;
const ends: (() => void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meki-start-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

interface Run {
  child: ChildProcessWithoutNullStreams;
  output(): { stdout: string; stderr: string };
  /** The standard output once it has this in it. */
  says(text: string): Promise<string>;
  /** Once nothing holds its output open any more. */
  ended: Promise<number | null>;
  exited: Promise<number | null>;
}

function run(variables: { [name: string]: string } = {}, shell?: string): Run {
  const environment = { MEKI_DATA_DIR: folder, MEKI_SAMPLE: 'false', PORT: '0', MEKI_LOG: 'json', ...variables };
  const [command, args] = shell === undefined ? [process.execPath, [SCRIPT]] : ['sh', ['-c', shell]];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE: process.execPath, SCRIPT, ...environment },
  });
  ends.push(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    for (const look of waiting) look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve(stdout);
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`It ended without saying "${text}": ${stdout}${stderr}`)));
    });
  return { child, output: () => ({ stdout, stderr }), says, ended, exited };
}

async function readyLine(started: Run): Promise<{ address: string; hasOwner: boolean; own?: string }> {
  const line = (await started.says('"msg":"ready"')).split('\n').find((text) => text.includes('"msg":"ready"')) ?? '';
  return JSON.parse(line);
}

async function addressOf(started: Run): Promise<string> {
  return (await readyLine(started)).address;
}

async function createAccount(role: Role): Promise<void> {
  const services = createServices({ dataDir: folder }, site, { warn() {} });
  const environment = { dataDir: folder, secret: undefined, signUp: 'closed' as const };
  const identity = identityOver(
    services.store,
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

async function failure(variables: { [name: string]: string }): Promise<string> {
  const started = run(variables);
  expect(await started.ended).toBe(1);
  const { stderr } = started.output();
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr.trim();
}

describe('the server', () => {
  test('says where it is, answers there, and ends with 0 when it is told to stop', async () => {
    const started = run();
    const address = await addressOf(started);
    const response = await fetch(address);
    expect(await response.text()).toBe('<h1>Home</h1>');
    expect(await (await fetch(`${address}/readyz`)).text()).toBe('ok');
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.output().stderr).toBe('');
  });

  test('tells a newcomer its address, its data folder and how to stop it', async () => {
    const started = run({ MEKI_LOG: 'pretty' });
    const text = await started.says('Ctrl+C');
    expect(text).toContain('http://localhost:');
    expect(text).toContain(folder);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  test('tells on its log how the site is owned, until it has an owner, whatever accounts there are', async () => {
    const end = async (started: Run) => {
      started.child.kill('SIGTERM');
      expect(await started.ended).toBe(0);
    };
    await createAccount('viewer');
    const without = run();
    const ready = await readyLine(without);
    expect(ready).toMatchObject({ hasOwner: false, own: expect.stringContaining(`${ready.address}/admin/signup`) });
    await end(without);
    await createAccount('owner');
    const owned = run();
    const { hasOwner, own } = await readyLine(owned);
    expect([hasOwner, own]).toEqual([true, undefined]);
    await end(owned);
  });

  test('says nothing at all when it is to be silent', async () => {
    const { port, end } = await freePort();
    end();
    const started = run({ MEKI_LOG: 'silent', PORT: String(port) });
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${port}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 25_000 },
      )
      .toBe(200);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.output()).toEqual({ stdout: '', stderr: '' });
  });

  test('finishes the request in flight when it is told to stop, however often', async () => {
    const started = run();
    const address = await addressOf(started);
    const answer = fetch(`${address}/about`).then((response) => response.text());
    await started.says('rendering');
    started.child.kill('SIGTERM');
    started.child.kill('SIGINT');
    expect(await answer).toBe('<h1>About</h1>');
    expect(await started.ended).toBe(0);
  });

  test('ends with 0 also while another process keeps the database locked', async () => {
    const started = run();
    await addressOf(started);
    const services = createServices({ dataDir: folder }, site, { warn() {} });
    const isWorking = async () => (await services.store.batchGet(['jobs/scheduler']))[0] !== undefined;
    await expect.poll(isWorking, { timeout: 25_000 }).toBe(true);
    await services.close();
    const other = new DatabaseSync(join(folder, 'meki.sqlite'));
    ends.push(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.output().stderr).toBe('');
  });

  test('fills an empty data folder with the sample site, and leaves a filled one alone', async () => {
    const first = run({ MEKI_SAMPLE: 'true' });
    await first.says('"msg":"ready"');
    expect(first.output().stdout).toContain('sample site');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = run({ MEKI_SAMPLE: 'true' });
    const address = await addressOf(second);
    expect(second.output().stdout).not.toContain('sample site');
    const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
    expect(sitemap.match(/<loc>/g)?.length).toBeGreaterThan(10);
  });
});

describe('the server ends in order', () => {
  const answers = (address: string) =>
    fetch(address).then(
      () => true,
      () => false,
    );

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s', async (signal) => {
    const started = run();
    await addressOf(started);
    started.child.kill(signal);
    expect(await started.ended).toBe(0);
    expect(started.output().stdout).toContain('"msg":"stopped"');
  });

  test.each(['json', 'pretty'])('when what reads its %s log is gone', async (format) => {
    const { port, end } = await freePort();
    end();
    const started = run({ PORT: String(port), MEKI_LOG: format });
    started.child.stdout.destroy();
    started.child.stderr.destroy();
    await expect.poll(() => answers(`http://localhost:${port}`), { timeout: 25_000 }).toBe(true);
    started.child.kill('SIGTERM');
    expect(await started.exited).toBe(0);
  });

  test('when nobody reads its log, which has become long', async () => {
    const started = run();
    const address = await addressOf(started);
    started.child.stdout.pause();
    const path = `/${'x'.repeat(8_000)}`;
    for (let index = 0; index < 40; index++) await fetch(address + path);
    started.child.kill('SIGTERM');
    expect(await started.exited).toBe(0);
  });

  test('while one of its threads still computes', async () => {
    const started = run();
    const address = await addressOf(started);
    expect((await fetch(`${address}/es/about`)).status).toBe(200);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  test('after an error that nobody caught, which it tells once with its cause, with 1', async () => {
    const started = run();
    const address = await addressOf(started);
    await fetch(`${address}/en/about`);
    expect(await started.ended).toBe(1);
    const { stdout, stderr } = started.output();
    expect(stdout).toContain('"msg":"stopped"');
    expect(stderr).toBe('');
    const errors = stdout.split('\n').filter((line) => line.includes('"level":"error"'));
    expect(errors).toHaveLength(1);
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({
      msg: 'Nobody caught an error; the server stops',
      err: {
        message: expect.stringContaining('A listener failed'),
        stack: expect.stringContaining('the disk is gone'),
      },
    });
  });

  test('when the launcher that holds a channel to it is gone', async () => {
    const started = run(
      {},
      `exec "$NODE" -e '
      const { spawn } = require("node:child_process");
      spawn(process.execPath, [process.env.SCRIPT], { stdio: ["ignore", "inherit", "inherit", "ipc"] });'`,
    );
    const address = await addressOf(started);
    started.child.kill('SIGKILL');
    expect(await started.says('"msg":"stopped"')).toBeTruthy();
    await expect.poll(() => answers(address)).toBe(false);
  });

  test('when the shell in which npm launched it is gone', async () => {
    const started = run({ npm_lifecycle_event: 'start' }, '"$NODE" "$SCRIPT"; true');
    const address = await addressOf(started);
    started.child.kill('SIGTERM');
    expect(await started.says('"msg":"stopped"')).toBeTruthy();
    await expect.poll(() => answers(address)).toBe(false);
  });

  test('when the npm is gone in whose shell it runs', async () => {
    const shell = `exec "$NODE" -e '
      const { spawn } = require("node:child_process");
      spawn("sh", ["-c", "\\"$NODE\\" \\"$SCRIPT\\"; true"], { stdio: "inherit" });'`;
    const started = run({ npm_lifecycle_event: 'npx' }, shell);
    const address = await addressOf(started);
    started.child.kill('SIGKILL');
    expect(await started.says('"msg":"stopped"')).toBeTruthy();
    await expect.poll(() => answers(address)).toBe(false);
  });
});

describe('a server that cannot start says why in one line and ends with 1', () => {
  test('when a variable is wrong', async () => {
    expect(await failure({ PORT: 'abc' })).toContain('PORT');
    expect(await failure({ MEKI_DATADIR: '/x' })).toContain('MEKI_DATADIR');
  });

  test('when the port is taken', async () => {
    const { port, end } = await freePort();
    ends.push(end);
    expect(await failure({ PORT: String(port) })).toBe(
      `Port ${port} is already in use. Stop what uses it, or set PORT to another one.`,
    );
  });

  test('when a server runs on the data folder, which it names; that one goes on', async () => {
    const first = run();
    const address = await addressOf(first);
    const said = await failure({});
    expect(said).toContain(`on the data folder ${folder} (process ${first.child.pid} on `);
    expect(said).toContain(`at ${address}). Stop it first`);
    expect((await fetch(address)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });

  test('but not when the last server was killed', async () => {
    const first = run();
    await addressOf(first);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(folder, 'server.json'))).toBe(true);
    const second = run();
    expect((await fetch(await addressOf(second))).status).toBe(200);
  });

  test('when there is no such address on the machine', async () => {
    expect(await failure({ HOST: '203.0.113.1' })).toBe('HOST 203.0.113.1 is not an address of this machine.');
  });

  test('when the data folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    expect(await failure({ MEKI_DATA_DIR: join(file, 'data') })).toContain(join(file, 'data'));
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test.each([
    ['is not one', 'This is not a database. '.repeat(500)],
    ['is cut off', 'SQLite format 3\u0000'],
  ])('when the database %s, which stays as it is', async (_how, contents) => {
    const file = join(folder, 'meki.sqlite');
    writeFileSync(file, contents);
    expect(await failure({})).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(contents);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});

/** A port that is taken until `end` is called. */
async function freePort(): Promise<{ port: number; end: () => void }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, end: () => server.close() };
}
