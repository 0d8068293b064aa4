import { hash } from 'node:crypto';
import { statSync } from 'node:fs';

/**
 * Identifies everything but documents that rendered pages depend on.
 * @param parts what the caller knows of that, as JSON
 * @param database its documents: a file that was put in its place, such as a copy, has another history
 */
export function pageIdentity(parts: unknown, database: string): string {
  const { ino } = statSync(database, { bigint: true });
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return hash('sha256', JSON.stringify([parts, String(ino), process.versions, locale, timeZone]), 'base64url');
}
