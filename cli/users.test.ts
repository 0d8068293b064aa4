import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createServices, identityOver } from '#server/services/services.ts';
import config from '#site-config';
import { beginSite } from '../test/helpers/data-folders/begin-site.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

const PASSWORD = 'lámpara río sereno';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-users-'));
  await beginSite(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const meki = (args: string[], given?: { typed?: string[]; input?: string }) =>
  runMeki({ MEKI_DATA_DIR: folder, MEKI_SIGNUP: 'closed' }, args, given);

const create = (email: string, ...rest: string[]) =>
  meki(['user', 'create', '--email', email, '--name', 'Ana Robles', '--password-stdin', ...rest], {
    input: `${PASSWORD}\n`,
  });

/** The accounts of a server with the same data folder. */
async function withServer<T>(
  work: (accounts: ReturnType<ReturnType<typeof identityOver>>, store: DocumentStore) => Promise<T>,
): Promise<T> {
  const services = await createServices({ dataDir: folder }, config, { warn() {} });
  const environment = { dataDir: folder, secret: undefined, signUp: 'closed' as const };
  const identity = identityOver(
    services,
    environment,
    config,
  )({
    origin: 'http://localhost:3000',
    send: async () => {},
    record() {},
    onError(error) {
      throw error;
    },
  });
  try {
    return await work(identity, services.store);
  } finally {
    await identity.close();
    await services.close();
  }
}

describe('meki user', () => {
  test('makes the first owner where nobody can sign up, which a running server sees at once', async () => {
    await withServer(async (identity, store) => {
      const launcher = fileURLToPath(new URL('meki.js', import.meta.url));
      const args = ['user', 'create', '--email', 'Ana@example.org', '--name', 'Ana Robles', '--role', 'owner'];
      const child = spawn(process.execPath, [launcher, ...args, '--password-stdin'], {
        env: { PATH: process.env.PATH, MEKI_DATA_DIR: folder, MEKI_SIGNUP: 'closed' },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.stdin.end(`${PASSWORD}\n`);
      const code = await new Promise((resolve) => child.on('close', resolve));
      expect([code, output]).toEqual([0, 'Ana Robles <ana@example.org> has an account: owner\n']);
      const signedIn = await identity.signIn({ email: 'ana@example.org', password: PASSWORD, remember: false }, {});
      expect(signedIn).toMatchObject({ ok: true, user: { role: 'owner', language: 'es' } });
      const entries = await store.runQuery({ collection: 'audit-log' });
      expect(entries.map(({ data }) => data)).toMatchObject([
        { action: 'account.created', actor: { kind: 'command-line' }, object: { name: 'Ana Robles' } },
      ]);
    });
  });

  test('asks for the password on the terminal, twice', async () => {
    const args = ['user', 'create', '--email', 'ana@example.org', '--name', 'Ana'];
    expect(await meki(args, { typed: [PASSWORD, 'otra cosa'] })).toMatchObject({
      code: 1,
      error: 'The two passwords are not the same. Nothing has changed.\n',
    });
    expect(await meki(args, { typed: [PASSWORD, PASSWORD] })).toMatchObject({ code: 0 });
    await withServer(async (identity) => {
      const credentials = { email: 'ana@example.org', password: PASSWORD, remember: false };
      expect(await identity.signIn(credentials, {})).toMatchObject({ ok: true, user: { role: 'owner' } });
    });
  });

  test('lists, changes, suspends, lets back and removes, and puts each on record', async () => {
    await create('ana@example.org', '--role', 'owner');
    await create('beto@example.org', '--role', 'translator', '--languages', 'en', '--language', 'en');
    const list = async () => JSON.parse((await meki(['user', 'list', '--json'])).out).users;
    expect(await list()).toMatchObject([
      { email: 'ana@example.org', role: 'owner', languages: [], suspended: false },
      { email: 'beto@example.org', role: 'translator', languages: ['en'], language: 'en' },
    ]);
    expect((await meki(['user', 'list'])).out).toMatch(
      /^ana@example\.org {2,}owner {2,}Ana Robles {2,}never signed in\nbeto@example\.org {2,}translator \(en\) /,
    );
    expect(await meki(['user', 'role', 'BETO@example.org', 'editor'])).toMatchObject({
      code: 0,
      out: 'Ana Robles <beto@example.org> has an account: editor\n',
    });
    expect((await meki(['user', 'suspend', 'beto@example.org'])).out).toContain('editor, suspended');
    expect(await list()).toMatchObject([{}, { role: 'editor', suspended: true }]);
    expect(await meki(['user', 'restore', 'beto@example.org'])).toMatchObject({ code: 0 });
    expect((await meki(['user', 'sign-out', 'beto@example.org'])).out).toBe(
      'Ana Robles <beto@example.org> is signed out everywhere\n',
    );
    const removed = await meki(['user', 'remove', 'beto@example.org', '--json']);
    expect(JSON.parse(removed.out)).toMatchObject({ ok: true, user: { email: 'beto@example.org' } });
    expect(await list()).toHaveLength(1);
    await withServer(async (_, store) => {
      const entries = await store.runQuery({ collection: 'audit-log' });
      const actions = entries.map(({ data }) => data.action).sort();
      expect(actions).toEqual([
        'account.created',
        'account.created',
        'person.access-changed',
        'person.access-changed',
        'person.access-changed',
        'person.removed',
        'person.sessions-ended',
      ]);
      for (const { data } of entries) expect(data.actor).toEqual({ kind: 'command-line' });
      expect(JSON.stringify(entries)).not.toContain('@');
    });
    expect(await meki(['doctor'])).toMatchObject({ code: 0 });
  });

  test('keeps the last owner', async () => {
    await create('ana@example.org', '--role', 'owner');
    for (const args of [
      ['role', 'ana@example.org', 'editor'],
      ['suspend', 'ana@example.org'],
      ['remove', 'ana@example.org'],
    ]) {
      expect(await meki(['user', ...args])).toEqual({
        code: 1,
        out: '',
        error: 'ana@example.org is the last owner, and there is always one. Make somebody else an owner first.\n',
      });
    }
  });

  test('says in one line why it cannot be done, and for programs in JSON', async () => {
    await create('ana@example.org');
    expect((await create('ana@example.org')).error).toBe('ana@example.org has an account already.\n');
    expect((await create('ana')).error).toBe('"ana" is not an email.\n');
    expect((await meki(['user', 'suspend', 'beto@example.org'])).error).toBe('beto@example.org has no account.\n');
    const weak = ['user', 'create', '--email', 'eva@example.org', '--name', 'Eva', '--password-stdin', '--json'];
    const { code, out } = await meki(weak, { input: '12345678' });
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { ok: false, error: 'The password is one of the most common ones. Choose another.' },
    ]);
  });

  test.each([
    [['user', 'create', '--email', 'ana@example.org']],
    [['user', 'create', '--email', 'ana@example.org', '--name', 'Ana', '--password', 'x']],
    [['user', 'create', '--email', 'ana@example.org', '--name', 'Ana']],
    [['user', 'create', '--email', 'ana@example.org', '--name', 'Ana', '--role', 'king', '--password-stdin']],
    [['user', 'create', '--email', 'a@example.org', '--name', 'Ana', '--role', 'translator', '--password-stdin']],
    [['user', 'role', 'ana@example.org', 'king']],
    [['user', 'role', 'ana@example.org', 'translator', '--languages', 'fr']],
    [['user', 'list', '--role', 'owner']],
    [['user', 'remove']],
    [['user', 'promote', 'ana@example.org']],
  ])('tells how it is used when asked for %j', async (args) => {
    expect(await meki(args)).toMatchObject({ code: 2, out: '', error: expect.stringContaining('Usage: npx meki') });
  });
});
