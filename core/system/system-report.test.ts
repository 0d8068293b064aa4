import { expect, test } from 'vitest';
import { type SystemReport, systemWarnings } from './system-report.ts';

const healthy: SystemReport = {
  ...{ version: '1.0.0', build: { id: 'b', timestamp: 0 }, startedAt: 0, host: 'h', isShared: false },
  jobs: [{ name: 'mail', facts: { runs: 1, failures: 0 } }],
  mail: { waiting: 0, isSent: true },
  stored: { database: 1, derived: 1, files: 1, disk: { size: 1_000, free: 101 } },
  backups: { folder: '/b', count: 1, lastAt: 1, nextAt: 2, isLate: false },
  isSearchComplete: true,
};
const failure = { at: 1, reason: 'x' };

test('a site that runs as it should has nothing to be warned of', () => {
  expect(systemWarnings(healthy)).toEqual([]);
  const { stored: _, backups: __, ...unknown } = healthy;
  expect(systemWarnings({ ...unknown, isShared: true })).toEqual([]);
});

test.each([
  ['disk', { stored: { derived: 0, files: 0, disk: { size: 1_000, free: 100 } } }],
  ['quota', { quota: 1_000, stored: { derived: 0, files: 800 } }],
  ['backup-late', { backups: { folder: '/b', count: 0, nextAt: 2, isLate: true } }],
  ['backup-failed', { backups: { folder: '/b', count: 1, nextAt: 2, isLate: false, failure } }],
  ['mail-failed', { mail: { isSent: true, failure } }],
  ['no-mail', { mail: { isSent: false } }],
  ['job-failed', { jobs: [{ name: 'lists', facts: { runs: 0, failures: 1, failure } }] }],
  ['search', { isSearchComplete: false }],
] as [string, Partial<SystemReport>][])('%s is a warning', (warning, change) => {
  expect(systemWarnings({ ...healthy, ...change })).toEqual([warning]);
});

test('a data folder that nobody backs up is a warning, and a cloud is not', () => {
  const { backups: _, ...bare } = healthy;
  expect(systemWarnings(bare)).toEqual(['no-backups']);
  expect(systemWarnings({ ...bare, isShared: true })).toEqual([]);
});
