import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure, systemReason } from '../process/start-failure.ts';
import { SECRET } from './data-folder.ts';

/** Minimum characters of a secret. */
export const MIN_SECRET_LENGTH = 32;

/**
 * The site's secret: the given one, else that of the data folder, which is generated if needed.
 * @throws {StartFailure} if that of the data folder cannot be used
 */
export function readSecret(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const kept = findSecret(dataDir);
  if (kept !== undefined) return kept;
  const file = join(dataDir, SECRET);
  const secret = randomBytes(32).toString('base64url');
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  return secret;
}

/**
 * The secret of a data folder, if it has one.
 * @throws {StartFailure} if its file is empty, too short, of zeros, or cannot be read
 */
export function findSecret(dataDir: string): string | undefined {
  const file = join(dataDir, SECRET);
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined;
  const unusable = (reason: string, cause?: unknown) =>
    new StartFailure(
      `The file ${file} ${reason}. Restore it from a backup, or delete it: a new one is made, and codes already sent by mail become invalid.`,
      { cause },
    );
  let secret: string;
  try {
    chmodSync(file, 0o600);
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unusable(`cannot be read: ${reasonOf(error)}`, error);
  }
  // A power failure may leave zeros.
  if (/\p{Cc}/u.test(secret)) throw unusable('is not a secret: it has control characters');
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw unusable(`is not a secret: it has ${secret.length} characters, and ${MIN_SECRET_LENGTH} are needed`);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'ENOENT' ? 'it is a link to a file that is not there' : systemReason(error);
}
