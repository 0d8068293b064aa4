import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BackupProgress, BackupTotals } from '#server/backup/backup-contents.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type BackupSource, folderSource, takeBackup } from '#server/backup/take-backup.ts';
import type { BackupStorage } from '#server/services/backend.ts';
import type { Environment } from '#server/services/env.ts';
import { collections } from '#server/services/services.ts';
import { type Command, type CommandContext, CommandFailure, DONE } from '../command-line/command.ts';
import { failureOf, readSettings } from '../command-line/open-site.ts';
import { createProgressLines } from '../command-line/progress-lines.ts';

export const backup: Command = {
  name: 'backup',
  operands: 'FOLDER',
  summary: 'backs up the site into a new folder, and verifies it',
  operandCount: [1, 1],
  async run([to = ''], { json }, context) {
    return runBackup(context, json, async ({ environment, storage, onProgress }) => {
      const { secret } = environment;
      const outcome = await takeBackup({ storage, source: await sourceOf(environment, storage), to, onProgress });
      const { problems, hasSecret, files, bytes } = outcome;
      if (problems.length > 0) {
        throw new CommandFailure([
          ...problems,
          `The backup was made in ${resolve(to)}, but these files of the site are lost. Restore them from an earlier backup.`,
        ]);
      }
      if (json) context.out(`${JSON.stringify({ ok: true, folder: resolve(to), files, bytes, secret: hasSecret })}\n`);
      else {
        context.out(`${amounts(outcome)} backed up to ${resolve(to)} and verified\n`);
        if (secret !== undefined) context.error('MEKI_SECRET is not in the backup. Keep it elsewhere.\n');
      }
      return DONE;
    });
  },
};

export const restore: Command = {
  name: 'restore',
  operands: 'FOLDER',
  summary:
    'verifies a backup, or bucket:NAME, and restores it into the empty data folder; --replace sets aside what is there',
  operandCount: [1, 1],
  options: { replace: { type: 'boolean' } },
  async run([from = ''], { json, values }, context) {
    return runBackup(context, json, async ({ environment, storage, onProgress }) => {
      const { dataDir, secret } = environment;
      const isReplacing = values.replace === true;
      const outcome = await withFolder(environment, from, (folder) =>
        restoreBackup({ storage, from: folder, dataDir, isReplacing, onProgress }),
      );
      const { madeAt, hasSecret, replaced, files, bytes } = outcome;
      if (json) context.out(`${JSON.stringify({ ok: true, dataFolder: dataDir, madeAt, files, bytes, replaced })}\n`);
      else {
        context.out(`${amounts(outcome)}, as of ${madeAt}, restored to ${dataDir} and verified\n`);
        if (replaced !== undefined) context.error(`What was there before is in ${replaced}. Delete it when you can.\n`);
        if (!hasSecret && secret === undefined) {
          context.error(
            'The backup has no secret: set MEKI_SECRET to the former one, or codes already sent are invalid.\n',
          );
        }
      }
      return DONE;
    });
  },
};

const PHASES: { [phase in BackupProgress['phase']]: string } = {
  database: 'Copying the database',
  hashing: 'Reading the copy of the database',
  files: 'Copying files',
  checking: 'Checking the database, which takes a while',
  verifying: 'Verifying what was written',
};

interface BackupWork {
  environment: Environment;
  storage: BackupStorage;
  onProgress: (progress: BackupProgress) => void;
}

/** Runs a backup or a restore. @throws {CommandFailure} for what the operator can do something about */
async function runBackup<T>(
  context: CommandContext,
  json: boolean,
  work: (given: BackupWork) => Promise<T>,
): Promise<T> {
  const environment = readSettings(context);
  const { embeddedBackups: storage } = await import('#server/services/embedded-backend.ts');
  const lines = createProgressLines(context, json);
  try {
    return await work({
      environment,
      storage,
      onProgress: ({ phase, done }) => lines.progress(PHASES[phase], () => amounts(done)),
    });
  } catch (error) {
    throw failureOf(error);
  } finally {
    lines.clear();
  }
}

async function sourceOf(environment: Environment, storage: BackupStorage): Promise<BackupSource> {
  const { cloud, dataDir, secret = '' } = environment;
  if (!cloud) return folderSource(storage, dataDir);
  const { cloudSource } = await import('#server/backup/cloud-source.ts');
  const { openCloudBackend } = await import('#server/services/cloud-backend.ts');
  const { openEmbeddedBackend } = await import('#server/services/embedded-backend.ts');
  return cloudSource({
    ...{ storage, collections },
    openFrozen: () => openCloudBackend(cloud, secret, collections, { isFrozen: true }),
    openFolder: (folder) => openEmbeddedBackend(folder, collections, 'sole'),
  });
}

const IN_BUCKET = 'bucket:';

/** Restores from a folder, or from one that a backup in the object storage is brought into, such as `bucket:NAME`. */
async function withFolder<T>(
  { cloud, backups }: Environment,
  from: string,
  restore: (folder: string) => Promise<T>,
): Promise<T> {
  if (!from.startsWith(IN_BUCKET)) return restore(from);
  if (!cloud || !backups || 'folder' in backups.to) {
    throw new CommandFailure(['Set MEKI_BACKEND=cloud, its settings, and MEKI_BACKUP_PREFIX, as the server has them.']);
  }
  const { downloadBackup } = await import('#server/backup/bucket-backups.ts');
  const { openCloudFiles } = await import('#server/services/cloud-backend.ts');
  const parent = await mkdtemp(join(tmpdir(), 'meki-restore-'));
  try {
    const name = from.slice(IN_BUCKET.length);
    await downloadBackup(openCloudFiles(cloud), backups.to.prefix, name, join(parent, name));
    return await restore(join(parent, name));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** `1204 files of 310.5 MB` */
function amounts({ files, bytes }: BackupTotals): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return files === 0 ? size : `${files} ${files === 1 ? 'file' : 'files'} of ${size}`;
}
