import { expect, test } from 'vitest';
import { accountOwners } from '#core/accounts/account-collections.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { ROLES, type Role } from '#core/accounts/user.ts';
import type { AuditAction } from '#core/audit/audit-actions.ts';
import { auditLog, recordAudit } from '#core/audit/audit-log.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createPeople } from '#core/people/people.ts';
import { apiTokens, createApiToken } from '#core/tokens/api-tokens.ts';
import { localeSet } from '#site-config';
import { createMemoryDocumentStore } from '../../../adapters/memory/document-store.ts';
import { createFakeAccounts, fakeUsers } from '../../../test/helpers/accounts/fake-accounts.ts';
import { pageArgs } from '../../../test/helpers/app/route-args.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { readAudit } from './read-audit.ts';

const NOON = Date.UTC(2026, 0, 15, 18);

/** Loads the log as a person with the given role. */
async function openLog(role: Role = 'owner') {
  const store = createMemoryDocumentStore({
    collections: [fakeUsers, accountOwners, auditLog, apiTokens] as Collection[],
  });
  const fake = createFakeAccounts(store, () => NOON);
  await fake.add('ana', { role: 'owner' });
  const user = await fake.add('beto', { role });
  const services = {
    account: partial<RequestAccount>({ current: async () => partial({ user }) }),
    store,
    people: createPeople({ identity: fake.accounts, locales: localeSet.locales }),
  };
  return {
    store,
    record: (action: AuditAction, at: number, id = 'ana') =>
      recordAudit(store, { action, at, actor: { kind: 'person', id, name: id.toUpperCase() } }),
    read: (path = '/admin/audit') => readAudit(pageArgs(path, { admin: services })),
  };
}

test.each(ROLES.filter((role) => role !== 'owner'))('a %s may not read the log', async (role) => {
  const log = await openLog(role);
  await expect(log.read()).rejects.toMatchObject({ init: { status: 403 } });
});

test('an owner reads what happened, the latest first, on the site’s clock', async () => {
  const log = await openLog();
  await log.record('session.signed-in', NOON);
  await log.record('session.signed-out', NOON + 60_000);
  const { entries, title, clearHref, nextHref } = await log.read('/en/admin/audit');
  expect({ title, clearHref, nextHref }).toEqual({ title: 'Audit log' });
  expect(entries.map(({ when, sentence }) => `${when}: ${sentence}`)).toEqual([
    'Jan 15, 2026, 12:01 PM: ANA signed out.',
    'Jan 15, 2026, 12:00 PM: ANA signed in.',
  ]);
});

test('a search by person, action and day finds those alone, and can be cleared', async () => {
  const log = await openLog();
  const day = 24 * 3_600_000;
  await log.record('session.signed-in', NOON);
  await log.record('session.signed-in', NOON + day);
  await log.record('session.signed-out', NOON);
  await log.record('session.signed-in', NOON, 'beto');
  const found = await log.read('/admin/audit?person=ana&action=session.signed-in&from=2026-01-15&to=2026-01-15');
  expect(found.entries.map(({ at }) => at)).toEqual(['2026-01-15T18:00:00.000Z']);
  expect(found.clearHref).toBe('/admin/audit');
});

test('the pages of a search hold each entry once', async () => {
  const log = await openLog();
  for (let n = 0; n < 120; n += 1) await log.record('session.signed-in', NOON + Math.floor(n / 3));
  await log.record('session.signed-out', NOON);
  const seen: string[] = [];
  let href: string | undefined = '/admin/audit?action=session.signed-in';
  while (href !== undefined) {
    const page: Awaited<ReturnType<typeof log.read>> = await log.read(href);
    seen.push(...page.entries.map(({ id }) => id));
    href = page.nextHref;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
});

test('people without an account are offered too, where the log names them', async () => {
  const log = await openLog();
  await log.record('session.signed-in', NOON, 'gone');
  const offered = (await log.read('/admin/audit?person=unknown')).people;
  expect(offered.map(({ id, name }) => [id, name])).toEqual([
    ['ana', 'ANA'],
    ['beto', 'BETO'],
    ['unknown', ''],
  ]);
  expect((await log.read()).people).toContainEqual({ id: 'gone', name: 'GONE', email: '' });
});

test('programs are offered by their names, and what one did or had done to it is found', async () => {
  const log = await openLog();
  const by = { kind: 'command-line' } as const;
  const made = await createApiToken({ store: log.store }, by, { name: 'Robot', role: 'editor' });
  const id = `program-${made.ok && made.facts.id}`;
  await log.record('session.signed-in', NOON);
  const actor = { kind: 'program' as const, id, name: 'Robot' };
  await recordAudit(log.store, { action: 'item.published', at: Date.now() + 1, actor });
  const { people, entries } = await log.read(`/en/admin/audit?person=${id}`);
  expect(people).toContainEqual({ id, name: 'The program Robot', email: '' });
  expect(entries.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^The program Robot published/),
    'The command line created the token of the program Robot.',
  ]);
});

test('days in the wrong order find nothing and are told', async () => {
  const log = await openLog();
  await log.record('session.signed-in', NOON);
  const { entries, problems, query } = await log.read('/admin/audit?from=2026-02-02&to=2026-02-01');
  expect({ entries, problems, query }).toMatchObject({
    entries: [],
    problems: { to: 'order' },
    query: { from: '2026-02-02', to: '2026-02-01' },
  });
});
