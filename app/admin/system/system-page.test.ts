import { expect, test } from 'vitest';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { ROLES, type Role, type User } from '#core/accounts/user.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import type { SystemReport } from '#core/system/system-report.ts';
import { pageArgs } from '../../../test/helpers/app/route-args.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { readAdminLayout } from '../read-admin-frame.ts';
import { readSystem } from './read-system.ts';

const NOON = Date.UTC(2026, 0, 15, 18);

const report: SystemReport = {
  ...{ version: '1.2.3', build: { id: 'a-build', timestamp: NOON }, startedAt: NOON, host: 'vm', isShared: false },
  jobs: [
    { name: 'mail', facts: { runs: 1, failures: 1, lastAt: NOON, failure: { at: NOON, reason: 'no connection' } } },
    { name: 'backup', facts: { runs: 1, failures: 0 } },
  ],
  mail: { waiting: 2, isSent: true },
  stored: { database: 6_900_000, derived: 3_300, files: 0, disk: { size: 2e12, free: 1e11 } },
  backups: { folder: '/backups', count: 3, lastAt: NOON, nextAt: NOON, isLate: true },
  isSearchComplete: true,
};

function argsFor(role: Role, path = '/admin/system') {
  const user = partial<User>({
    id: 'ana',
    name: 'Ana',
    email: 'ana@example.org',
    role,
    languages: [],
    disabled: false,
  });
  const current = partial<NonNullable<Awaited<ReturnType<RequestAccount['current']>>>>({
    user,
    session: partial({ remember: true, expiresAt: NOON }),
  });
  const admin = {
    account: partial<RequestAccount>({ current: async () => current }),
    readSystem: async () => report,
    readInstances: async () => [
      { host: 'vm', version: '1.2.3', build: 'a-build', startedAt: NOON, seenAt: NOON + 60_000, isRunning: true },
      { host: 'vm', version: '1.2.2', build: 'b', startedAt: NOON - 1, seenAt: NOON, isRunning: false },
    ],
    store: partial<DocumentStore>({ runAggregation: async () => [0] }),
  };
  const icons = { types: {}, navigation: {}, groups: {} };
  const page = {
    config: testConfig,
    icon: () => ({ body: '', width: 24, height: 24 }),
    content: partial<PublishedContent>({ icons: async () => icons }),
  };
  return { args: pageArgs(path, { admin, page }), current };
}

test.each(ROLES.filter((role) => role !== 'owner'))('a %s may not see how the site runs', async (role) => {
  await expect(readSystem(argsFor(role).args)).rejects.toMatchObject({ init: { status: 403 } });
});

test('an owner sees sizes, times and failures in the language of the page, and what to do about them', async () => {
  const page = await readSystem(argsFor('owner', '/en/admin/system').args);
  expect(page).toMatchObject({
    title: 'System',
    warnings: ['disk', 'backup-late', 'job-failed'],
    server: { version: '1.2.3', build: 'a-build', started: { text: 'Jan 15, 2026, 12:00 PM' } },
    stored: { database: '6.9 MB', files: '0 kB', disk: { free: '100 GB', size: '2 TB', freePercent: 5 } },
    instances: [
      { host: 'vm', version: '1.2.3', seen: { text: 'Jan 15, 2026, 12:01 PM' }, isOwn: true, isRunning: true },
      { build: 'b', isOwn: false, isRunning: false },
    ],
    backups: { count: 3, last: { text: 'Jan 15, 2026, 12:00 PM' } },
    mail: { waiting: 2 },
    jobs: [{ name: 'mail', failure: { reason: 'no connection' } }],
  });
});

test('every page tells owners what is urgent, and nobody else', async () => {
  const urgentFor = async (role: Role) => {
    const { args, current } = argsFor(role, '/en/admin');
    return (await readAdminLayout(args, 'en', current)).urgent;
  };
  expect(await urgentFor('owner')).toEqual([
    'The disk is at least 90% full.',
    'The last backup is older than the schedule says.',
  ]);
  expect(await urgentFor('editor')).toEqual([]);
});
