import type { BackupProgress, BackupTotals } from '#server/backup/backup-contents.ts';
import type { BackupStorage } from '#server/services/backup-storage.ts';
import type { Environment } from '#server/services/env.ts';
import { type CommandContext, CommandFailure } from './command.ts';
import { failureOf } from './failure-of.ts';
import { readSettings } from './open-site.ts';
import { createProgressLines } from './progress-lines.ts';

const PHASES: { [phase in BackupProgress['phase']]: string } = {
  database: 'Copying the database',
  files: 'Copying files',
  verifying: 'Verifying what was written',
};

interface BackupWork {
  environment: Environment;
  storage: BackupStorage;
  onProgress: (progress: BackupProgress) => void;
}

/** Runs a backup or a restore. @throws {CommandFailure} for what the operator can do something about */
export async function runBackup<T>(
  context: CommandContext,
  json: boolean,
  work: (given: BackupWork) => Promise<T>,
): Promise<T> {
  const environment = readSettings(context);
  if (environment.cloud) {
    throw new CommandFailure([
      'The site is in the cloud: use the backups of Firestore and the object versions of the bucket, see docs/cloud.md.',
    ]);
  }
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

/** `1204 files of 310.5 MB` */
export function amounts({ files, bytes }: BackupTotals): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return files === 0 ? size : `${files} ${files === 1 ? 'file' : 'files'} of ${size}`;
}
