import { dayIn, momentIn } from '../clock/zoned-time.ts';

const DAY = 86_400_000;

/** Times of day in the site's time zone, such as `03:15`. */
export type TimesOfDay = readonly string[];

/** How many backups stay: the last one of each of the last days, weeks and months that have one. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** When the next backup is due, in milliseconds since 1970. @param last when the last one was made; `undefined`: now */
export function nextBackupAt(times: TimesOfDay, timeZone: string, last: number | undefined): number {
  if (last === undefined) return 0;
  const moments = [last, last + DAY, last + 2 * DAY].flatMap((day) =>
    times.map((time) => momentIn(timeZone, `${dayIn(timeZone, day)}T${time}`)),
  );
  return Math.min(...moments.filter((moment) => moment > last));
}

/** Of backups by when they were made, in milliseconds since 1970, those that stay; always the last one. */
export function backupsToKeep(made: readonly number[], { days, weeks, months }: Retention): Set<number> {
  const newestFirst = [...made].sort((one, other) => other - one);
  const kept = new Set(newestFirst.slice(0, 1));
  const keepLastOfEach = (count: number, periodOf: (at: number) => string | number) => {
    const seen = new Set<string | number>();
    for (const at of newestFirst) {
      const period = periodOf(at);
      if (seen.has(period)) continue;
      if (seen.size >= count) return;
      seen.add(period);
      kept.add(at);
    }
  };
  keepLastOfEach(days, (at) => Math.floor(at / DAY));
  // Weeks begin on Monday; 1970 began on a Thursday.
  keepLastOfEach(weeks, (at) => Math.floor((at / DAY + 3) / 7));
  keepLastOfEach(months, (at) => new Date(at).toISOString().slice(0, 7));
  return kept;
}

/**
 * The name of a scheduled backup, by which it is recognized: `2026-01-31t03-15-00z-0123abcd`. Object storages of the site take it as
 * a key.
 * @param site what tells the site from others that use the same place, of lower-case letters and digits
 * @param at milliseconds since 1970
 */
export function backupName(site: string, at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}z-${site}`;
}

/** When a backup of a site was made, by its name; `undefined` for anything else, such as one of another site, or made by hand. */
export function backupTime(site: string, name: string): number | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d{2}-\d{2})t(\d{2})-(\d{2})-(\d{2})z-/.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  // There is no 30 February, although dates are read so.
  return Number.isNaN(at) || backupName(site, at) !== name ? undefined : at;
}
