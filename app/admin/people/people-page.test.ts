import { expect, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import type { Permission } from '#core/access/policy.ts';
import { accountOwners } from '#core/accounts/account-collections.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { ROLES, type Role } from '#core/accounts/user.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createPeople } from '#core/people/people.ts';
import { createFormReceiver } from '#server/forms/receive-form.ts';
import { localeSet } from '#site-config';
import { createMemoryDocumentStore } from '../../../adapters/memory/document-store.ts';
import { createFakeAccounts, fakeUsers } from '../../../test/helpers/accounts/fake-accounts.ts';
import { routeArgs } from '../../../test/helpers/app/route-args.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { peopleAction } from './people-action.ts';
import { sentencesOf } from './people-answer.ts';
import { readPeople } from './read-people.ts';

/** The page opened by a member of a team, or anonymously. */
async function openPage(team: { [id: string]: Role }, by?: string) {
  const store = createMemoryDocumentStore({ collections: [fakeUsers, accountOwners] as Collection[] });
  const fake = createFakeAccounts(store, () => Date.UTC(2026, 0, 1));
  for (const [id, role] of Object.entries(team)) await fake.add(id, { role });
  const user = by === undefined ? undefined : await fake.accounts.lookup(by);
  const left: string[] = [];
  const account = partial<RequestAccount>({
    client: {},
    current: async () => user && partial({ user, token: 'token' }),
    leave: () => void left.push('left'),
    identity: partial({
      ...fake.accounts,
      deleteAccount: async () => ({ ok: false, error: { code: 'requires-recent-login' } }),
    }),
  });
  const refused: string[] = [];
  const noteRefusal = (actor: Actor, permission: Permission) =>
    void refused.push(`${actor.kind === 'person' && actor.id} ${permission}`);
  const people = createPeople({ identity: fake.accounts, locales: localeSet.locales });
  const argsOf = (request: Request) => {
    const { receive: receiveForm } = createFormReceiver(request);
    return routeArgs(request, { admin: { account, receiveForm, store, people, noteRefusal } });
  };
  const address = (path: string) => new URL(path, 'http://localhost');
  return {
    ...fake,
    left,
    refused,
    read: (path = '/admin/people') => readPeople(argsOf(new Request(address(path)))),
    /** Submits a form and returns the response, whether it was returned or thrown. */
    async send(fields: { [name: string]: string }, path = '/admin/people') {
      const request = new Request(address(path), { method: 'POST', body: new URLSearchParams(fields) });
      const answer: unknown = await peopleAction(argsOf(request)).catch((thrown: unknown) => thrown);
      if (answer instanceof Response) return { status: answer.status, location: answer.headers.get('Location') };
      const { data, init } = answer as Awaited<ReturnType<typeof peopleAction>>;
      return { status: init?.status, intent: data?.intent, about: data?.about, told: data && sentencesOf(data) };
    },
  };
}

const team = { ana: 'owner', beto: 'viewer' } as const;

const EVERY_ACTION = [
  { intent: 'invite', email: 'x@example.org', role: 'viewer' },
  { intent: 'withdraw', email: 'x@example.org' },
  { intent: 'access', person: 'beto', role: 'owner' },
  { intent: 'suspend', person: 'ana' },
  { intent: 'restore', person: 'ana' },
  { intent: 'signOut', person: 'ana' },
  { intent: 'remove', person: 'ana' },
  { intent: 'remove', person: 'ana', confirmed: 'yes' },
];

test.each(ROLES.filter((role) => role !== 'owner'))(
  'a %s neither sees the page nor does anything on it',
  async (role) => {
    const page = await openPage({ ana: 'owner', beto: role }, 'beto');
    await expect(page.read()).rejects.toMatchObject({ init: { status: 403 } });
    for (const action of EVERY_ACTION) expect(await page.send(action)).toMatchObject({ status: 403 });
    expect(page.events).toEqual([]);
    expect(page.refused).toEqual(Array(1 + EVERY_ACTION.length).fill('beto people.manage'));
  },
);

test('who is not signed in is sent to sign in', async () => {
  const page = await openPage(team);
  await expect(page.read('/en/admin/people')).rejects.toMatchObject({ status: 302 });
  for (const action of EVERY_ACTION) {
    expect((await page.send(action)).location).toBe('/admin/signin?to=%2Fadmin%2Fpeople');
  }
  expect(page.events).toEqual([]);
});

test('an owner reads who is there, in the page’s language', async () => {
  const page = await openPage(team, 'ana');
  await page.send({ intent: 'invite', email: 'x@example.org', role: 'author' });
  const data = await page.read('/en/admin/people?notice=invited');
  expect(data).toMatchObject({
    title: 'People',
    notice: 'The invitation is on its way.',
    people: [
      { id: 'ana', isSelf: true, role: 'owner', activityHref: '/en/admin/audit?person=ana' },
      { id: 'beto', isSelf: false, suspended: false },
    ],
    invitations: [{ email: 'x@example.org', role: 'author' }],
    languages: [
      { code: 'es', name: 'Spanish' },
      { code: 'en', name: 'English' },
    ],
  });
});

test('a long list is read page by page, each person once', async () => {
  const many = Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`p${10 + n}`, n === 0 ? 'owner' : 'viewer']));
  const page = await openPage(many as { [id: string]: Role }, 'p10');
  const seen: string[] = [];
  let href: string | undefined = '/admin/people';
  while (href !== undefined) {
    const data: Awaited<ReturnType<typeof page.read>> = await page.read(href);
    seen.push(...data.people.map(({ id }) => id));
    href = data.nextHref;
  }
  expect(seen).toEqual(Object.keys(many));
});

test('role and languages are saved together, and only what changes goes on record', async () => {
  const page = await openPage(team, 'ana');
  const access = { intent: 'access', person: 'beto', role: 'translator', languages: 'en' };
  expect(await page.send(access, '/admin/people?after=a&notice=removed')).toEqual({
    status: 303,
    location: '/admin/people?after=a&notice=access-changed',
  });
  expect(await page.accounts.lookup('beto')).toMatchObject({ role: 'translator', languages: ['en'] });
  const recorded = page.events.length;
  await page.send(access);
  expect(page.events).toHaveLength(recorded);
});

test('what is wrong comes back to the form that caused it, with what was chosen', async () => {
  const page = await openPage(team, 'ana');
  expect(await page.send({ intent: 'access', person: 'beto', role: 'translator' })).toEqual({
    status: 422,
    intent: 'access',
    about: 'beto',
    told: ['Elija al menos un idioma del sitio para el rol de traducción.'],
  });
  expect(await page.send({ intent: 'suspend', person: 'nobody' }, '/en/admin/people')).toMatchObject({
    status: 404,
    told: ['That account no longer exists. Open the list again to see who is there.'],
  });
  expect(await page.send({ intent: 'withdraw', email: 'x@example.org' })).toMatchObject({
    status: 404,
    about: 'x@example.org',
    told: ['Esa invitación ya no existe: alguien la retiró, venció o se usó.'],
  });
  expect(await page.send({ intent: 'invite', email: 'x', role: 'viewer' })).toMatchObject({
    status: 422,
    told: ['Escriba un correo electrónico completo, como nombre@ejemplo.com.'],
  });
});

test('the last owner is told why they cannot step down or be suspended', async () => {
  const page = await openPage(team, 'ana');
  const told = ['El sitio necesita al menos una persona propietaria. Dé ese rol a alguien más y vuelva a intentarlo.'];
  expect(await page.send({ intent: 'access', person: 'ana', role: 'editor' })).toMatchObject({ status: 409, told });
  expect(await page.send({ intent: 'suspend', person: 'ana' })).toMatchObject({ status: 409, told });
  expect(await page.accounts.lookup('ana')).toMatchObject({ role: 'owner', disabled: false });
});

test('nobody is removed before somebody has said yes', async () => {
  const page = await openPage(team, 'ana');
  const { location } = await page.send({ intent: 'remove', person: 'beto' });
  expect(location).toBe('/admin/people?ask=beto');
  expect(await page.accounts.lookup('beto')).toBeDefined();
  expect((await page.read(location ?? '')).ask).toBe('beto');
  expect(await page.send({ intent: 'remove', person: 'beto', confirmed: 'yes' })).toMatchObject({
    location: '/admin/people?notice=removed',
  });
  expect(await page.accounts.lookup('beto')).toBeUndefined();
});

test('removing oneself asks for a fresh sign-in, as on the account page', async () => {
  const page = await openPage({ ana: 'owner', beto: 'owner' }, 'ana');
  expect(await page.send({ intent: 'remove', person: 'ana', confirmed: 'yes' })).toMatchObject({
    status: 403,
    told: [expect.stringContaining('«Mi cuenta»')],
  });
  expect(await page.accounts.lookup('ana')).toBeDefined();
});

test('who takes their own access away is led to where they may be', async () => {
  const stepsDown = await openPage({ ana: 'owner', beto: 'owner' }, 'ana');
  const { location } = await stepsDown.send({ intent: 'access', person: 'ana', role: 'editor' }, '/en/admin/people');
  expect(location).toBe('/en/admin');
  const suspends = await openPage({ ana: 'owner', beto: 'owner' }, 'ana');
  expect((await suspends.send({ intent: 'suspend', person: 'ana' })).location).toBe('/admin/signin?after=signedOut');
  expect(suspends.left).toEqual(['left']);
});

test('a person can be signed out everywhere; who does so to themselves signs in again', async () => {
  const page = await openPage(team, 'ana');
  expect(await page.send({ intent: 'signOut', person: 'beto' })).toMatchObject({
    location: '/admin/people?notice=signed-out',
  });
  expect([...page.sessions]).toEqual(['ana']);
  expect(await page.accounts.lookup('beto')).toMatchObject({ disabled: false });
  expect((await page.read('/admin/people?notice=signed-out')).notice).toBe('Sus sesiones se cerraron.');
  expect(await page.send({ intent: 'signOut', person: 'nobody' })).toMatchObject({ status: 404 });
  expect((await page.send({ intent: 'signOut', person: 'ana' })).location).toBe('/admin/signin?after=signedOut');
  expect(page.left).toEqual(['left']);
});

test('a form that the page does not have is a bad request', async () => {
  const page = await openPage(team, 'ana');
  expect(await page.send({ intent: 'crown', person: 'beto' })).toMatchObject({ status: 400 });
});
