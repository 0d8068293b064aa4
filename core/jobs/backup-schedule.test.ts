import { expect, test } from 'vitest';
import { backupName, backupsToKeep, backupTime, nextBackupAt } from './backup-schedule.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['2026-01-31T01:00:00Z', '2026-01-31T02:15:00Z'],
  ['2026-01-31T02:15:00Z', '2026-02-01T02:15:00Z'],
  // Madrid sets its clocks forward: 03:15 is one hour earlier from then on.
  ['2026-03-28T12:00:00Z', '2026-03-29T01:15:00Z'],
])('after a backup at %s the next one is due at %s, when it is 03:15 in Madrid', (last, next) => {
  expect(nextBackupAt(['03:15'], 'Europe/Madrid', at(last))).toBe(at(next));
});

test('several times of a day are each due, and the first backup at once', () => {
  const due = (last: string | undefined) =>
    nextBackupAt(['03:15', '15:15'], 'UTC', last === undefined ? last : at(last));
  expect(due('2026-01-31T03:15:20Z')).toBe(at('2026-01-31T15:15:00Z'));
  expect(due('2026-01-31T15:16:00Z')).toBe(at('2026-02-01T03:15:00Z'));
  expect(due(undefined)).toBe(0);
});

test('of backups every night for a year, the last of each day, week and month stays', () => {
  const nights = Array.from({ length: 365 }, (_, day) => at('2026-01-01T03:15:00Z') + day * 86_400_000);
  const kept = [...backupsToKeep(nights, { days: 3, weeks: 3, months: 4 })].sort();
  expect(kept.map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
    ...['2026-09-30', '2026-10-31', '2026-11-30'],
    ...['2026-12-20', '2026-12-27', '2026-12-29', '2026-12-30', '2026-12-31'],
  ]);
});

test('the last backup stays, whatever is to be kept, and days without one do not count', () => {
  const none = { days: 0, weeks: 0, months: 0 };
  const made = ['2026-01-01', '2026-03-01', '2026-05-01'].map(at);
  expect([...backupsToKeep(made, none)]).toEqual([at('2026-05-01')]);
  expect(backupsToKeep(made, { ...none, days: 2 })).toEqual(new Set([at('2026-05-01'), at('2026-03-01')]));
  expect(backupsToKeep([], none).size).toBe(0);
});

test('a backup is recognized by its name, and one of another site, or that somebody made, is not', () => {
  expect(backupName('0a1b', at('2026-01-31T03:15:09.5Z'))).toBe('2026-01-31t03-15-09z-0a1b');
  expect(backupTime('0a1b', '2026-01-31t03-15-09z-0a1b')).toBe(at('2026-01-31T03:15:09Z'));
  const moments = ['2026-13-31t03-15-09z', '2026-02-30t03-15-09z', '2026-01-31t24-00-00z', '2026-01-31T03-15-09Z'];
  const ofOthers = ['2026-01-31', 'before-update', '2026-01-31t03-15-09z', '2026-01-31t03-15-09z-0a1c'];
  for (const name of [...ofOthers, '2026-01-31t03-15-09z-0a1b.unfinished-a1', ...moments.map((at) => `${at}-0a1b`)])
    expect(backupTime('0a1b', name)).toBeUndefined();
});
