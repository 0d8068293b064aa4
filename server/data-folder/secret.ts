import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minimum characters of a secret. */
export const MIN_SECRET_LENGTH = 32;

/** The site's secret: the given one, else that of the data folder, which is generated if needed. */
export function readSecret(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    renameSync(fresh, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
