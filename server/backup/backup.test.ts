import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { media } from '#core/media/media.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import { contentsOf, fillSite, someWords } from '../../test/helpers/servers/copied-site.ts';
import { embeddedBackups, openEmbeddedBackend } from '../services/embedded-backend.ts';
import { collections } from '../services/services.ts';
import type { BackupProgress } from './backup-contents.ts';
import { restoreBackup } from './restore-backup.ts';
import { folderSource, takeBackup } from './take-backup.ts';

function openFolder(dataDir: string, role: 'server' | 'sole' = 'sole') {
  const backend = openEmbeddedBackend(dataDir, collections, role);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await backend.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...backend, name: dataDir, close };
}

const take = async (dataDir: string, to: string, onProgress: (progress: BackupProgress) => void = () => {}) =>
  takeBackup({ storage: embeddedBackups, source: folderSource(embeddedBackups, dataDir), to, onProgress });

const restore = (from: string, dataDir: string, isReplacing = false) =>
  restoreBackup({ storage: embeddedBackups, from, dataDir, isReplacing, onProgress() {} });

let [root, filled] = ['', ''];
let before: Awaited<ReturnType<typeof contentsOf>>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'meki-backup-'));
  filled = join(root, 'filled');
  mkdirSync(filled);
  const site = openEmbeddedBackend(filled, collections, 'sole');
  await fillSite({ ...site, name: filled });
  before = await contentsOf({ ...site, name: filled });
  await site.close();
  writeFileSync(join(filled, 'secret'), 'a secret of the site\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A data folder with a site, and places for a backup and for what is restored. */
function createFolders() {
  const own = mkdtempSync(join(root, 'test-'));
  const dataDir = join(own, 'data');
  cpSync(filled, dataDir, { recursive: true });
  return { dataDir, to: join(own, 'backups/one'), restored: join(own, 'restored') };
}

test('a backup of a folder is restored as it was, with drafts, files and the secret', async () => {
  const { dataDir, to, restored } = createFolders();
  const phases = new Set<string>();
  const made = await take(dataDir, to, ({ phase }) => phases.add(phase));
  expect(made).toMatchObject({ problems: [], hasSecret: true });
  expect([...phases]).toEqual(['database', 'hashing', 'files', 'checking', 'verifying']);
  expect(statSync(to).mode & 0o777).toBe(0o700);
  expect(statSync(join(to, 'meki.sqlite')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(to, '..'))).toEqual(['one']);
  expect(await restore(to, restored)).toMatchObject({ files: made.files, bytes: made.bytes, replaced: undefined });
  expect(readFileSync(join(restored, 'secret'), 'utf8')).toBe('a secret of the site\n');
  expect(readdirSync(restored).sort()).toEqual(['media', 'meki.sqlite', 'meki.sqlite-lock', 'secret']);
  expect(await contentsOf(openFolder(restored))).toEqual(before);
});

const counter = (index: number) => jobs.at(`count-${String(index).padStart(6, '0')}`);

async function countersIn(store: DocumentStore): Promise<string[]> {
  const found: Document[] = await store.runQuery({ collection: jobs.name, limit: 1_000 });
  return found.map(({ path }) => path).filter((path) => path.includes('/count-'));
}

test('a backup that is made while a server writes has all that was acknowledged before, and nothing half', async () => {
  const { dataDir, to, restored } = createFolders();
  const server = openFolder(dataDir, 'server');
  let [written, isWriting] = [0, true];
  const writing = (async () => {
    for (; isWriting; written++) {
      await setImmediate();
      // Two documents in one commit.
      await server.store.commit([
        setDocument(counter(2 * written), { until: written }),
        setDocument(counter(2 * written + 1), { until: written, purpose: 'x'.repeat(20_000) }),
      ]);
    }
  })();
  const writtenUntil = async (least: number) => {
    while (written < least) await setImmediate();
  };
  await writtenUntil(20);
  const acknowledged = written;
  await take(dataDir, to);
  await writtenUntil(acknowledged + 20);
  isWriting = false;
  await writing;
  await restore(to, restored);
  const there = await countersIn(openFolder(restored).store);
  expect(there.length).toBeGreaterThanOrEqual(2 * acknowledged);
  expect(there.length).toBeLessThan(2 * written);
  expect(there).toEqual(Array.from({ length: there.length }, (_, index) => counter(index).path));
  expect(there.length % 2).toBe(0);
});

test('whoever followed the former database reads a restored one anew', async () => {
  const { dataDir, to, restored } = createFolders();
  const epochOf = (folder: string) => embeddedEpoch(folder);
  await take(dataDir, to);
  await restore(to, restored);
  expect(epochOf(restored)).not.toBe(epochOf(dataDir));
});

function embeddedEpoch(folder: string): string {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(join(folder, 'meki.sqlite'));
  const epoch = database.prepare('SELECT epoch FROM store').get()?.epoch;
  database.close();
  return String(epoch);
}

test('a backup is refused over something, in the data folder, and where there is no site', async () => {
  const { dataDir, to } = createFolders();
  await take(dataDir, to);
  await expect(take(dataDir, to)).rejects.toThrow(/^There is something in .+\/backups\/one already/);
  await expect(take(dataDir, join(dataDir, 'backup'))).rejects.toThrow(/is in the data folder/);
  await expect(take(join(dataDir, 'none'), `${to}-2`)).rejects.toThrow(/^There is no site in /);
  expect(readdirSync(join(to, '..'))).toEqual(['one']);
});

test('a backup that fails leaves nothing behind, and says why', async () => {
  const { dataDir, to } = createFolders();
  const storage = {
    ...embeddedBackups,
    files: () => ({ list: async (_: string, after?: string) => (after ? [] : ['media/none']) }),
  };
  const failed = takeBackup({ storage, source: folderSource(storage, dataDir), to, onProgress() {} });
  await expect(failed).rejects.toThrow(/^The backup .+\/backups\/one was not made: /);
  expect(readdirSync(join(to, '..'))).toEqual([]);
});

test('uploaded files that are lost or damaged in the data folder are named', async () => {
  const { dataDir, to } = createFolders();
  const [sound, damaged] = [someWords('sound'), someWords('damaged')];
  const ids = await Promise.all([sound, damaged, someWords('lost')].map((bytes) => mediaIdOf(bytes)));
  const site = openFolder(dataDir);
  for (const [index, bytes] of [sound, damaged].entries())
    await site.files.write(`media/${ids[index]}/original.png`, bytes);
  for (const id of ids) {
    const facts = { id, name: 'a.png', contentType: 'image/png' as const, bytes: 5, width: 1, height: 1 };
    await site.store.commit([setDocument(media.at(id), facts)]);
  }
  await site.close();
  appendFileSync(join(dataDir, `media/${ids[1]}/original.png`), '!');
  const { problems } = await take(dataDir, to);
  expect(problems.sort()).toEqual(
    [
      `The uploaded file media/${ids[1]} is damaged in the data folder.`,
      `The uploaded file media/${ids[2]} is missing in the data folder.`,
    ].sort(),
  );
});

test('a restore is refused while a server uses the folder, and over something, which --replace sets aside', async () => {
  const { dataDir, to, restored } = createFolders();
  await take(dataDir, to);
  const server = openFolder(dataDir, 'server');
  await server.store.commit([setDocument(counter(1), { until: 1 })]);
  await expect(restore(to, dataDir, true)).rejects.toThrow(/^A server already runs on the data folder /);
  await server.close();
  await expect(restore(to, dataDir)).rejects.toThrow(
    /^There is something in .+ already \(.*meki\.sqlite.*\)\. Nothing was changed/,
  );
  const { replaced = '' } = await restore(to, dataDir, true);
  expect(await contentsOf(openFolder(dataDir))).toEqual(before);
  expect(existsSync(join(replaced, 'meki.sqlite'))).toBe(true);
  expect(await countersIn(openFolder(replaced).store)).toHaveLength(1);
  expect(existsSync(restored)).toBe(false);
});

test.each([
  [
    'a changed file',
    (to: string) => appendFileSync(join(to, fileIn(to)), '!'),
    /^media\/\S+ is missing or not as it was/,
  ],
  ['a missing file', (to: string) => rmSync(join(to, fileIn(to))), /^media\/\S+ is missing or not as it was/],
  [
    'a changed database',
    (to: string) => appendFileSync(join(to, 'meki.sqlite'), '!'),
    /^meki\.sqlite is missing or not/,
  ],
  ['a changed list', (to: string) => appendFileSync(join(to, 'SHA256SUMS'), '!'), /SHA256SUMS is damaged/],
  ['an unfinished backup', (to: string) => rmSync(join(to, 'backup.json')), /is not a backup that can be restored/],
  ['another format', (to: string) => writeFileSync(join(to, 'backup.json'), '{"format":2}'), /or of a newer Meki/],
])('%s is told, and the data folder stays empty', async (_, change, message) => {
  const { dataDir, to, restored } = createFolders();
  await take(dataDir, to);
  change(to);
  await expect(restore(to, restored)).rejects.toThrow(message);
  const left = existsSync(restored) ? readdirSync(restored) : [];
  expect(left.filter((name) => name !== 'meki.sqlite-lock')).toEqual([]);
});

function fileIn(to: string): string {
  const path = /media\/\S+/.exec(readFileSync(join(to, 'SHA256SUMS'), 'utf8'))?.[0];
  if (path === undefined) throw new Error('The backup has no files');
  return path;
}
