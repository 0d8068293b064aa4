import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { accountOwners } from '#core/accounts/account-collections.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { backupName } from '#core/jobs/backup-schedule.ts';
import { takeLease } from '#core/jobs/lease.ts';
import { contentsOf, fillSite } from '../../test/helpers/servers/copied-site.ts';
import { embeddedBackups, openEmbeddedBackend } from '../services/embedded-backend.ts';
import { collections } from '../services/services.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDataFolder } from '../testing/run-server.ts';
import { startHere } from '../testing/start-here.ts';
import { type BackupKeeperOptions, folderPlace, siteMark, startBackupKeeper } from './backup-keeper.ts';
import { restoreBackup } from './restore-backup.ts';

const DAY = 86_400_000;
const SECRET = 's'.repeat(32);
const SITE = '0a1b2c3d';
const OTHER = '0a1b2c3e';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meki-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the server backs up its site, and what it made is restored into an empty folder as it was', async () => {
  const [dataDir, folder, restored] = [createDataFolder(), createFolder(), join(createFolder(), 'restored')];
  const site = openEmbeddedBackend(dataDir, collections, 'sole');
  await fillSite({ ...site, name: dataDir });
  await site.store.commit([setDocument(accountOwners.at(), { userIds: ['ana'] })]);
  await site.close();
  writeFileSync(join(folder, 'notes.txt'), 'of somebody else');
  const site8 = siteMark('http://localhost:0', SECRET);
  mkdirSync(join(folder, `2026-01-31t03-15-00z-${site8}.unfinished-killed`));
  const server = await startHere({ MEKI_DATA_DIR: dataDir, MEKI_BACKUP_DIR: folder, MEKI_SECRET: SECRET });
  await expect
    .poll(() => server.output(), { timeout: 30_000 })
    .toContain('"msg":"The site was backed up and verified"');
  const [name = '', ...rest] = readdirSync(folder);
  expect(rest).toEqual(['notes.txt']);
  expect(name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dt\\d\\d-\\d\\d-\\d\\dz-${site8}$`));
  await server.stop();
  const from = join(folder, name);
  await restoreBackup({ storage: embeddedBackups, from, dataDir: restored, isReplacing: false, onProgress() {} });
  const contents = async (of: string) => {
    const backend = openEmbeddedBackend(of, collections, 'sole');
    const { documents, ...others } = await contentsOf({ ...backend, name: of });
    await backend.close();
    // The server that went on has changed the records of its jobs.
    return { ...others, documents: documents.filter(({ path }) => !path.startsWith('jobs/') || path.includes('job-')) };
  };
  expect(await contents(restored)).toEqual(await contents(dataDir));
});

type Take = Parameters<typeof folderPlace>[1];

/** A keeper on a folder, whose clock and alarms the test has. */
function createKeeper(folder: string, take: Take, start: number, more: Partial<BackupKeeperOptions> = {}) {
  const state = { now: start, log: createFakeLog() };
  const keeper = startBackupKeeper({
    ...{ place: folderPlace(folder, take), site: SITE, log: state.log, times: ['03:15'], timeZone: 'UTC' },
    keep: { days: 2, weeks: 0, months: 0 },
    now: () => state.now,
    ...more,
  });
  onTestFinished(() => keeper.stop());
  return { ...state, state, keeper };
}

/** As the command, a folder that is whole. */
const takeEmpty: Take = async (to) => {
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'backup.json'), '{}');
};

test('a missed time is made up for at once, and backups that need not be kept go once there is a new one', async () => {
  const folder = createFolder();
  const now = Date.parse('2026-01-31T12:00:00Z');
  for (const days of [2, 3, 4]) await takeEmpty(join(folder, backupName(SITE, now - days * DAY)), AbortSignal.abort());
  mkdirSync(join(folder, 'by-hand'));
  const { keeper } = createKeeper(folder, takeEmpty, now);
  await keeper.idle();
  expect(readdirSync(folder)).toEqual([backupName(SITE, now - 2 * DAY), backupName(SITE, now), 'by-hand']);
  expect(keeper.facts()).toEqual({
    ...{ folder, count: 2, lastAt: now, nextAt: Date.parse('2026-02-01T03:15:00Z'), isLate: false },
  });
});

test('two sites in one folder make their backups at the same time, and neither deletes one of the other', async () => {
  const folder = createFolder();
  const now = Date.parse('2026-01-31T12:00:00Z');
  const sites = [SITE, OTHER];
  const old = sites.flatMap((site) => [2, 3, 4].map((days) => backupName(site, now - days * DAY)));
  for (const name of old) await takeEmpty(join(folder, name), AbortSignal.abort());
  mkdirSync(join(folder, `${backupName(OTHER, now)}.unfinished-running`));
  const keepers = [createKeeper(folder, takeEmpty, now)];
  await keepers[0]?.keeper.idle();
  const left = () => readdirSync(folder).sort();
  const ofOther = [4, 3, 2].map((days) => backupName(OTHER, now - days * DAY));
  expect(left()).toEqual(expect.arrayContaining([...ofOther, `${backupName(OTHER, now)}.unfinished-running`]));
  keepers.push(createKeeper(folder, takeEmpty, now, { site: OTHER }));
  await keepers[1]?.keeper.idle();
  expect(left()).toEqual([now - 2 * DAY, now].flatMap((at) => sites.map((site) => backupName(site, at))));
  for (const { keeper } of keepers) expect(keeper.facts()).toMatchObject({ count: 2, lastAt: now });
});

test('of several instances, one makes a backup, and another one if that is killed', async () => {
  const folder = createFolder();
  const now = Date.parse('2026-01-31T12:00:00Z');
  const store = createMemoryDocumentStore({ collections });
  const killed = { name: 'backup-keeper', holder: 'killed', length: 5 * 60_000 };
  await takeLease(store, { ...killed, now });
  let made = 0;
  const take: Take = async (...given) => {
    made += 1;
    await takeEmpty(...given);
  };
  const { keeper, state } = createKeeper(folder, take, now, { store });
  await keeper.idle();
  expect([made, readdirSync(folder)]).toEqual([0, []]);
  state.now += killed.length + 1;
  const others = [1, 2].map(() => createKeeper(folder, take, state.now, { store }));
  for (const other of others) await other.keeper.idle();
  expect([made, readdirSync(folder)]).toEqual([1, [backupName(SITE, state.now)]]);
});

test('backups of a clock that was wrong neither stop the schedule nor take the place of others', async () => {
  const folder = createFolder();
  const now = Date.parse('2026-01-31T12:00:00Z');
  const ofLater = [400, 401, 402].map((days) => backupName(SITE, now + days * DAY));
  for (const name of ofLater) await takeEmpty(join(folder, name), AbortSignal.abort());
  const { keeper } = createKeeper(folder, takeEmpty, now);
  await keeper.idle();
  expect(readdirSync(folder)).toEqual([backupName(SITE, now), ...ofLater]);
  expect(keeper.facts()).toMatchObject({ count: 1, lastAt: now, nextAt: Date.parse('2026-02-01T03:15:00Z') });
});

test('a failure is logged once with its cause, told until a backup succeeds, and deletes nothing', async () => {
  const folder = createFolder();
  const now = Date.parse('2026-01-31T12:00:00Z');
  await takeEmpty(join(folder, backupName(SITE, now - 2 * DAY)), AbortSignal.abort());
  const { keeper, log } = createKeeper(folder, () => Promise.reject(new Error('The disk is full.')), now);
  await keeper.idle();
  expect(keeper.facts()).toMatchObject({ count: 1, isLate: true, failure: { at: now, reason: 'The disk is full.' } });
  expect(log.errors).toHaveLength(1);
  expect(log.errors[0]?.fields.err).toMatchObject({ message: 'The disk is full.' });
  expect(existsSync(join(folder, backupName(SITE, now - 2 * DAY)))).toBe(true);
});

test('a folder that cannot be written is told in a sentence', async () => {
  const dataDir = createDataFolder();
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), '');
  chmodSync(join(folder, 'file'), 0o400);
  const server = await startHere({ MEKI_DATA_DIR: dataDir, MEKI_BACKUP_DIR: join(folder, 'file') });
  await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('The backup failed');
  await server.stop();
});
