import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { accountOwners } from '#core/accounts/account-collections.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { startCloud } from '../../test/helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { contentsOf, fillSite, someWords } from '../../test/helpers/servers/copied-site.ts';
import { runMeki } from '../../test/helpers/servers/run-meki.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { copySite } from '../copying/copy-site.ts';
import type { Backend } from '../services/backend.ts';
import { openCloudBackend } from '../services/cloud-backend.ts';
import { openEmbeddedBackend } from '../services/embedded-backend.ts';
import { readEnvironment } from '../services/env.ts';
import { collections } from '../services/services.ts';
import { startHere } from '../testing/start-here.ts';
import { completeBackup } from './backup-contents.ts';
import { bucketPlace, downloadBackup } from './bucket-backups.ts';

const missing = whyNoFireemu();

/** What a backup must keep; the records of the jobs of a server that runs change. */
async function keptOf(backend: Backend, name: string) {
  const { documents, ...others } = await contentsOf({ ...backend, name });
  return { ...others, documents: documents.filter(({ path }) => !path.startsWith('jobs/') || path.includes('job-')) };
}

async function contentsOfFolder(dataDir: string) {
  const backend = openEmbeddedBackend(dataDir, collections, 'sole');
  const kept = await keptOf(backend, dataDir);
  await backend.close();
  return kept;
}

async function createCloudSite() {
  const cloud = await startCloud();
  onTestFinished(cloud.stop);
  const reading = readEnvironment(cloud.variables);
  const settings = reading.ok ? reading.environment.cloud : undefined;
  if (!settings) throw new Error('The settings of the cloud are wrong');
  const open = (options?: { isFrozen: boolean }) =>
    openCloudBackend(settings, cloud.variables.MEKI_SECRET ?? '', collections, options);
  const site = await open();
  onTestFinished(site.close);
  // Filled elsewhere and copied: a hundred documents in a commit.
  const filled = openEmbeddedBackend(makeTemporaryFolder(), collections, 'sole');
  const from = { ...filled, name: 'a folder' };
  await fillSite(from);
  const { kind } = await copySite({ from, to: { ...site, name: 'the cloud' }, collections });
  await filled.close();
  expect(kind).toBe('copied');
  await site.store.commit([setDocument(accountOwners.at(), { userIds: ['ana'] })]);
  return { variables: cloud.variables, open, site };
}

describe.skipIf(missing !== undefined)(`a site in the cloud${missing ? ` (${missing})` : ''}`, () => {
  test('is backed up by its server into a folder and into the bucket, and restored from both as it was', {
    timeout: 180_000,
  }, async () => {
    const { variables, open, site } = await createCloudSite();
    const before = await keptOf(site, 'site');
    const folder = makeTemporaryFolder();
    const dataDir = makeTemporaryFolder();
    const serve = async (place: { [name: string]: string }) => {
      const server = await startHere({ ...variables, MEKI_DATA_DIR: dataDir, ...place });
      const done = /"folder":"([^"]+)","name":"([^"]+)".*"msg":"The site was backed up and verified"/;
      await expect.poll(() => server.output(), { timeout: 60_000 }).toMatch(done);
      await server.stop();
      return done.exec(server.output())?.[2] ?? '';
    };
    const restore = async (from: string) => {
      const restored = join(makeTemporaryFolder(), 'restored');
      const settings = { ...variables, MEKI_DATA_DIR: restored, MEKI_BACKUP_PREFIX: 'backups' };
      const { code, error, out } = await runMeki(settings, ['restore', from]);
      expect([code, error, out]).toEqual([0, expect.any(String), expect.stringContaining('restored to')]);
      return contentsOfFolder(restored);
    };
    const inFolder = await serve({ MEKI_BACKUP_DIR: folder });
    expect(readdirSync(folder)).toEqual([inFolder]);
    expect(readdirSync(join(folder, inFolder)).sort()).toEqual(['SHA256SUMS', 'backup.json', 'media', 'meki.sqlite']);
    expect(await restore(join(folder, inFolder))).toEqual(before);
    const inBucket = await serve({ MEKI_BACKUP_PREFIX: 'backups' });
    expect(readdirSync(dataDir).filter((name) => name.includes('backup-'))).toEqual([]);
    expect(await restore(`bucket:${inBucket}`)).toEqual(before);

    // What a backup reads is of the moment at which it began.
    const frozen = await open({ isFrozen: true });
    onTestFinished(frozen.close);
    await site.store.commit([
      setDocument(jobs.at('job-new'), { until: 1 }),
      { kind: 'delete', path: 'users/ana' },
      setDocument(accountOwners.at(), { userIds: ['berta'] }),
    ]);
    await site.draftLog.append('item/one/es', someWords('later'));
    await site.draftLog.compact('item/two/es', 1_000, someWords('compacted later'));
    expect(await keptOf(frozen, 'frozen')).toEqual(before);
    expect(await keptOf(site, 'site')).not.toEqual(before);
  });
});

describe('backups in a bucket', () => {
  const NAMES = ['2026-01-30t03-15-00z-0a1b2c3d', '2026-01-31t03-15-00z-0a1b2c3d'] as const;

  function createPlace(files = createMemoryFileStore(), site = '0a1b2c3d') {
    let contents: { [path: string]: string } = {};
    const place = bucketPlace({
      ...{ files, prefix: 'backups', site, dataDir: makeTemporaryFolder() },
      async take(to) {
        const { mkdir, writeFile } = await import('node:fs/promises');
        const { createHash } = await import('node:crypto');
        await mkdir(join(to, 'media/a'), { recursive: true });
        const hashes = new Map<string, string>();
        for (const [path, text] of Object.entries(contents)) {
          await writeFile(join(to, path), text);
          hashes.set(path, createHash('sha256').update(text).digest('hex'));
        }
        await completeBackup(to, hashes, '2026-01-31T03:15:00Z');
      },
    });
    const take = (name: string, what: { [path: string]: string }) => {
      contents = what;
      return place.take(name, new AbortController().signal);
    };
    return { files, place, take };
  }

  test('have what they share once, and delete what none needs any longer', async () => {
    const { files, place, take } = createPlace();
    await take(NAMES[0], { 'meki.sqlite': 'one', 'media/a/original.png': 'picture' });
    await take(NAMES[1], { 'meki.sqlite': 'two', 'media/a/original.png': 'picture' });
    const stored = () => files.list('backups/0a1b2c3d/files', undefined, 10);
    expect(await stored()).toHaveLength(3);
    expect(await place.list()).toEqual(NAMES.map((name) => ({ name, isWhole: true })));
    await place.remove(NAMES[0]);
    await place.tidy?.();
    expect([await place.list(), (await stored()).length]).toEqual([[{ name: NAMES[1], isWhole: true }], 2]);
    const folder = join(makeTemporaryFolder(), 'restored');
    await downloadBackup(files, 'backups', NAMES[1], folder);
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'backup.json', 'media', 'meki.sqlite']);
    const other = downloadBackup(files, 'backups', NAMES[0], folder);
    await expect(other).rejects.toThrow(`There are ${NAMES[1]}.`);
  });

  test('of two sites do not touch each other', async () => {
    const files = createMemoryFileStore();
    const [one, other] = [createPlace(files), createPlace(files, 'ffffffff')];
    await one.take(NAMES[0], { 'meki.sqlite': 'one' });
    expect(await other.place.list()).toEqual([]);
    await other.place.tidy?.();
    expect(await one.place.list()).toEqual([{ name: NAMES[0], isWhole: true }]);
    expect(await files.list('backups/0a1b2c3d/files', undefined, 10)).toHaveLength(1);
  });

  test('that the storage gives back otherwise are not whole', async () => {
    const { files, place, take } = createPlace();
    const { write } = files;
    files.write = (key, contents) => write(key, key.includes('/files/') ? someWords('damaged') : contents);
    await expect(take(NAMES[0], { 'meki.sqlite': 'one' })).rejects.toThrow('something else than meki.sqlite');
    expect(await place.list()).toEqual([]);
  });
});
