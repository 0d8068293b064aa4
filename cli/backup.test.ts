import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedBackend } from '#server/services/embedded-backend.ts';
import { collections } from '#server/services/services.ts';
import { beginSite } from '../test/helpers/data-folders/begin-site.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

let folder = '';
let dataDir = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meki-backup-'));
  dataDir = join(folder, 'data');
  await beginSite(dataDir);
  // Makes the secret.
  await runMeki({ MEKI_DATA_DIR: dataDir }, ['user', 'list']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runMeki({ MEKI_DATA_DIR: dataDir }, args);

test('a backup and a restore are told in plain language', async () => {
  const to = join(folder, 'backup');
  const secret = 'a secret of thirty-two characters';
  const made = await runMeki({ MEKI_DATA_DIR: dataDir, MEKI_SECRET: secret }, ['backup', to]);
  expect(made.out).toMatch(/^2 files of 0\.\d MB backed up to .+\/backup and verified\n$/);
  expect(made.error).toMatch(
    /^Copying the database: 0\.\d MB\nReading the copy of the database: .+\nCopying files: .+\nChecking the database, which takes a while: .+\nVerifying what was written: .+\nMEKI_SECRET is not in the backup\. Keep it elsewhere\.\n$/,
  );
  expect(made.code).toBe(0);
  const refused = await run('restore', to);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.error).toMatch(
    /^There is something in .+\/data already \(meki\.sqlite, secret\)\. Nothing was changed\./,
  );
  const restored = await run('restore', to, '--replace', '--json');
  expect(restored).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(restored.out)).toMatchObject({ ok: true, dataFolder: dataDir, files: 2 });
  expect(await run('user', 'list')).toMatchObject({ code: 0 });
});

test('a restore is refused while a server runs on the folder', async () => {
  const to = join(folder, 'backup');
  const server = openEmbeddedBackend(dataDir, collections, 'server');
  expect((await run('backup', to, '--json')).code).toBe(0);
  const refused = await run('restore', to, '--replace');
  await server.close();
  expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/^A server already runs on the data folder/) });
});

test.each([
  [['backup'], 'backup takes FOLDER.'],
  [['restore', 'one', 'two'], 'restore takes FOLDER.'],
])('%j tells how it is used', async (args, sentence) => {
  const { code, error } = await run(...args);
  expect([code, error.split('\n')[0]]).toEqual([2, sentence]);
});

test('a restore from the bucket says what it needs', async () => {
  const { code, error } = await run('restore', 'bucket:2026-01-31t03-15-00z-0a1b2c3d');
  expect([code, error]).toEqual([1, expect.stringContaining('MEKI_BACKUP_PREFIX')]);
});
