import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Retention period in days; codes expire after minutes. Source: Meki's own. */
const OUTBOX_RETENTION_DAYS = 30;

/** Deletes old mails, and temporary files left by a crash. Other files are kept. @returns the number deleted. */
export async function pruneOutbox(
  folder: string,
  { days = OUTBOX_RETENTION_DAYS, now = Date.now() }: { days?: number; now?: number } = {},
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(ifMissing)) {
    if (!/\.eml$|^\..+\.tmp$/.test(name)) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - days * 24 * 3_600_000) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

function ifMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
