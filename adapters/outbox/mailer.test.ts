import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contractMail, mailerContract } from '../contracts/mailer.contract.ts';
import { createOutboxMailer } from './mailer.ts';

const from = 'no-reply@meki.example';
let parent = '';
let folder = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'meki-outbox-'));
  folder = join(parent, 'outbox');
});
afterEach(() => rm(parent, { recursive: true }));

mailerContract('outbox', async () => ({
  mailer: createOutboxMailer({ folder, from }),
  received: async () => Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8'))),
}));

test('names files by time and kind, and leaves nothing else behind', async () => {
  const mailer = createOutboxMailer({ folder, from });
  await mailer.send(contractMail);
  await mailer.send({ ...contractMail, id: 'mail-2', kind: 'reset-code', createdAt: contractMail.createdAt + 1000 });
  expect((await readdir(folder)).sort()).toEqual([
    '2026-11-21T15-04-05-000Z-confirm-code-mail-1.eml',
    '2026-11-21T15-04-06-000Z-reset-code-mail-2.eml',
  ]);
});

test('a mail written again stays one file', async () => {
  const mailer = createOutboxMailer({ folder, from });
  await Promise.all([mailer.send(contractMail), mailer.send(contractMail)]);
  expect(await readdir(folder)).toHaveLength(1);
});

test('nobody else on the machine may read what is in the outbox', async () => {
  await createOutboxMailer({ folder, from }).send(contractMail);
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test('tells of a mail once its file is there', async () => {
  const told: unknown[] = [];
  const mailer = createOutboxMailer({ folder, from, onWritten: (mail, file) => told.push([mail.code, file]) });
  await mailer.send(contractMail);
  expect(told).toEqual([['482913', join(folder, '2026-11-21T15-04-05-000Z-confirm-code-mail-1.eml')]]);
});

test('a folder that cannot be written is a failure that may pass', async () => {
  await writeFile(folder, 'a file where the folder should be');
  expect(await createOutboxMailer({ folder, from }).send(contractMail)).toEqual({
    ok: false,
    failure: 'temporary',
    reason: `${folder} cannot be written: EEXIST`,
  });
});
