import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Days for which a written mail is kept; its code ends after minutes. Source: Meki's own. */
const OUTBOX_RETENTION_DAYS = 30;

/** Takes away mail that was written long ago, and what a crash left of one. Other files stay. @returns how many went. */
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
