import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSite } from '../test/helpers/data-folders/begin-site.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-tokens-'));
  await beginSite(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const meki = (...args: string[]) => runMeki({ MEKI_DATA_DIR: folder }, args);

test('a token is made, listed and revoked, and its secret is shown once', async () => {
  const made = await meki('token', 'create', '--role', 'editor', '--name', 'Sync');
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^meki_[0-9a-z]{12}_[\w-]{43}\n$/) });
  const id = made.out.split('_')[1] ?? '';
  const list = await meki('token', 'list', '--json');
  expect(JSON.parse(list.out)).toMatchObject({
    ok: true,
    tokens: [{ id, name: 'Sync', role: 'editor', languages: [], expiresAt: null, revokedAt: null, lastUsedAt: null }],
  });
  expect(list.out).not.toContain(made.out.trim().slice(-43));
  expect(await meki('token', 'revoke', id)).toMatchObject({ code: 0, out: expect.stringContaining('revoked') });
  expect(await meki('token', 'revoke', id)).toMatchObject({ code: 1, error: `The token ${id} is revoked already.\n` });
  expect((await meki('token', 'list')).out).toMatch(new RegExp(`^${id} {2}Sync {2}editor {2}revoked .* never used\n$`));
});

test('programs get the token and what it is as one line of JSON', async () => {
  const args = ['--role', 'translator', '--languages', 'en', '--name', 'Robot', '--days', '30', '--json'];
  const { code, out } = await meki('token', 'create', ...args);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    token: expect.stringMatching(/^meki_/),
    name: 'Robot',
    role: 'translator',
    languages: ['en'],
    expiresAt: expect.stringMatching(/Z$/),
  });
});

test.each([
  [['create', '--name', 'Sync']],
  [['create', '--role', 'editor']],
  [['create', '--role', 'king', '--name', 'Sync']],
  [['create', '--role', 'translator', '--name', 'Sync']],
  [['create', '--role', 'editor', '--name', 'Sync', '--days', '0']],
  [['revoke']],
])('tells how it is used when asked for token %j', async (args) => {
  expect(await meki('token', ...args)).toMatchObject({ code: 2, error: expect.stringContaining('Usage: npx meki') });
});

test('says in one line why there is no such token', async () => {
  expect(await meki('token', 'revoke', 'nobody')).toMatchObject({ code: 1, error: 'There is no token "nobody".\n' });
  expect((await meki('token', 'create', '--role', 'editor', '--name', ' ')).error).toMatch(/^The name must have/);
});
