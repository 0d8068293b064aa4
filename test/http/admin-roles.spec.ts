import { may, type Permission, refusalOf } from '#core/access/policy.ts';
import { ACCOUNT_INTENTS, type AccountIntent } from '../../app/admin/account/account-intents.ts';
import { LIST_INTENTS } from '../../app/admin/items/actions/item-actions.ts';
import { PEOPLE_INTENTS, type PeopleIntent } from '../../app/admin/people/people-answer.ts';
import { PUBLISHING_INTENTS } from '../../app/admin/publishing/publishing-answer.ts';
import { REVISIONS_INTENTS } from '../../app/admin/revisions/revisions-answer.ts';
import { type AdminRoute, readAdminRoutes, TEAM_ITEM } from '../helpers/admin-routes.ts';
import { test as base, expect } from '../helpers/served-test.ts';
import type { StoreContents } from '../helpers/store-reader.ts';
import {
  emailOf,
  type Fields,
  startTeam,
  type Team,
  VISITORS,
  type Visitor,
  type VisitorName,
} from '../helpers/team.ts';

/** Who may pass: people with a right by the policy table, anonymous visitors, everybody, or nobody (a redirect). */
type Door = Permission | 'guests' | 'everybody' | 'passage';

/** The requirement of each address of the admin area. An address that is missing here fails the test. */
const DOORS: { [path: string]: Door } = {
  '/admin': 'admin.enter',
  '/admin/*': 'everybody',
  '/admin/account': 'account.use',
  '/admin/account/export': 'account.use',
  '/admin/audit': 'audit-log.read',
  '/admin/editor/links': 'draft.read',
  '/admin/editor/pictures': 'media.upload',
  '/admin/editor/slugs': 'draft.read',
  '/admin/health': 'draft.read',
  '/admin/item-actions/:type': 'draft.read',
  '/admin/item-search': 'draft.read',
  '/admin/items/:type': 'draft.read',
  '/admin/items/:type/:id': 'draft.read',
  '/admin/items/:type/:id/preview': 'draft.read',
  '/admin/items/:type/:id/preview/changes': 'draft.read',
  '/admin/items/:type/:id/preview/page': 'draft.read',
  '/admin/items/:type/:id/preview/panel': 'draft.read',
  '/admin/items/:type/:id/publish': 'draft.read',
  '/admin/items/:type/:id/publish/panel': 'draft.read',
  '/admin/items/:type/:id/revisions': 'draft.read',
  '/admin/people': 'people.manage',
  '/admin/reset': 'everybody',
  '/admin/reset-confirm': 'everybody',
  '/admin/signin': 'guests',
  '/admin/signout': 'passage',
  '/admin/signup': 'guests',
  '/admin/signup-confirm': 'guests',
};

/** The status for people with the right at addresses that only accept a POST. */
const NOTHING_THERE: { [path: string]: number } = {
  '/admin/*': 404,
  '/admin/editor/pictures': 405,
  '/admin/editor/slugs': 404,
  '/admin/item-actions/:type': 405,
};

/** Further addresses of a page: searches and pages of lists. */
const QUERIES: { [path: string]: string[] } = {
  '/admin/audit': ['?action=session.signed-in', '?person=x', '?from=2026-01-01&to=2027-01-01', '?after=1.x'],
  '/admin/health': ['?language=en&kind=stale', '?after=x'],
  '/admin/item-search': ['?q=x'],
  '/admin/items/:type': ['?q=x', '?place=trash', '?new='],
  '/admin/people': ['?after=a', '?ask=x', '?notice=invited'],
};

type Ids = { member: string; suspended: string; session: string };

const LIST_FORMS: Fields[] = LIST_INTENTS.map((intent) => ({
  ...{ intent, item: TEAM_ITEM.id, title: 'Un título', language: 'es', tag: 'chest', direction: 'up' },
  ...{ undo: '[]', confirmed: 'yes' },
}));

const PUBLISHING_FORMS: Fields[] = PUBLISHING_INTENTS.map((intent) => ({
  ...{ intent, languages: 'es', confirmed: 'yes', days: '7' },
}));

const PEOPLE_FORMS: { [intent in PeopleIntent]: (ids: Ids) => Fields } = {
  invite: () => ({ email: 'new@example.org', role: 'owner' }),
  withdraw: () => ({ email: 'new@example.org' }),
  access: ({ member }) => ({ person: member, role: 'owner' }),
  suspend: ({ member }) => ({ person: member }),
  signOut: ({ member }) => ({ person: member }),
  restore: ({ suspended }) => ({ person: suspended }),
  remove: ({ member }) => ({ person: member, confirmed: 'yes' }),
};

const ACCOUNT_FORMS: { [intent in AccountIntent]: (ids: Ids) => Fields } = {
  profile: () => ({ name: 'Otro nombre', language: 'en' }),
  email: () => ({ email: 'other@example.org' }),
  'email-confirm': () => ({ code: '123456' }),
  password: () => ({ password: 'montaña vela cobre' }),
  revoke: ({ session }) => ({ session }),
  'revoke-others': () => ({}),
  delete: () => ({ currentPassword: 'montaña vela cobre', confirmed: 'on' }),
};

/** The forms of the pages with restricted access. */
const FORMS: { [path: string]: (ids: Ids) => Fields[] } = {
  '/admin/items/:type/:id/publish': () => PUBLISHING_FORMS,
  '/admin/items/:type/:id/publish/panel': () => PUBLISHING_FORMS,
  '/admin/items/:type/:id/revisions': () => REVISIONS_INTENTS.map((intent) => ({ intent, name: 'x', entry: 'draft' })),
  '/admin/people': (ids) => PEOPLE_INTENTS.map((intent) => ({ intent, ...PEOPLE_FORMS[intent](ids) })),
  '/admin/editor/pictures': () => [],
  '/admin/item-actions/:type': () => LIST_FORMS,
  '/admin/items/:type': () => LIST_FORMS,
  '/admin/account': (ids) => ACCOUNT_INTENTS.map((intent) => ({ intent, ...ACCOUNT_FORMS[intent](ids) })),
};

const test = base.extend<object, { team: Team; routes: AdminRoute[] }>({
  team: [
    async ({ host }, use) => {
      const team = await startTeam(host);
      await use(team);
      const errors = team.errors();
      await team.stop();
      expect(errors, 'the server has nothing to report').toEqual([]);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  routes: [async ({}, use) => use(readAdminRoutes()), { scope: 'worker' }],
});

test('every page of the admin area is walked, under each of its addresses', ({ routes }) => {
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(DOORS));
  for (const { path, forms } of routes) {
    const plain = path.replace(':type', TEAM_ITEM.type).replace(':id', TEAM_ITEM.id);
    expect(forms.sort()).toEqual([`/en${plain}`, `/es${plain}`, plain].sort());
  }
  const guarded = routes.filter(({ path, hasAction }) => hasAction && isPermission(doorOf(path)));
  expect(guarded.map(({ path }) => path).sort()).toEqual(Object.keys(FORMS).sort());
});

for (const name of VISITORS) {
  test.describe(`for ${name}`, () => {
    test('every page opens as the policy table says, and tells nothing where it does not', async ({ team, routes }) => {
      const visitor = team.visitors[name];
      for (const { path, forms, ids } of routes) {
        for (const form of forms) {
          for (const query of ['', ...(QUERIES[path] ?? [])]) {
            await expectDoor(await visitor.get(form + query), visitor, form, path);
          }
          await expectDoor(await visitor.get(dataOf(form)), visitor, form, path);
          // Data requests for single routes bypass their parent routes.
          const single = ids[form] ?? [];
          for (const id of single) {
            const answer = await visitor.get(`${dataOf(form)}?_routes=${encodeURIComponent(id)}`);
            if (id === single.at(-1)) await expectDoor(answer, visitor, form, path);
            else expectNothingTold(await answer.text(), visitor, `${form}, the data of ${id}`);
          }
        }
      }
    });

    test('no other spelling of an address opens more', async ({ team }) => {
      const visitor = team.visitors[name];
      for (const path of SPELLINGS) {
        const answer = await visitor.get(path);
        expect(answer.status, path).toBeLessThan(500);
        const body = await answer.text();
        if (name !== 'owner') expectNothingTold(body, visitor, path);
        expect(answer.headers.get('cache-control') ?? 'none', path).not.toMatch(/public|max-age=[1-9]/);
      }
    });

    test('no action is done that the policy table refuses', async ({ team, routes }) => {
      const visitor = team.visitors[name];
      const before = await team.store.read('audit-log');
      const ids = idsOf(team, before);
      for (const { path, forms, hasAction } of routes) {
        const door = doorOf(path);
        if (!isPermission(door) || (hasAction && passes(visitor, door))) continue;
        const posts = hasAction ? (FORMS[path]?.(ids) ?? []) : [{ intent: 'anything' }];
        for (const fields of [...posts, { intent: 'unknown' }, {}]) {
          for (const address of forms.flatMap((form) => [form, dataOf(form)])) {
            const answer = await visitor.post(address, fields);
            const told = `${address} ${JSON.stringify(fields)}`;
            if (hasAction) expect(outcomeOf(answer, await answer.text()), told).toBe(refusalFor(visitor, door));
            else expect(answer.status, told).toBe(405);
          }
        }
      }
      expect(await team.store.read('audit-log')).toEqual(before);
    });

    test('nothing that belongs to somebody else can be ended or changed from the own account', async ({ team }) => {
      const visitor = team.visitors[name];
      const before = await team.store.read('audit-log');
      const { session } = idsOf(team, before, name === 'owner' ? 'author' : 'owner');
      const answer = await visitor.post('/admin/account', { intent: 'revoke', session });
      expect(answer.status).toBeLessThan(400);
      const other = team.idOf(name === 'owner' ? 'author' : 'owner');
      const foreign = { person: other, user: other, userId: other, id: other };
      const posted = { intent: 'profile', name, language: 'es', ...foreign };
      await visitor.post('/admin/account', posted);
      const own = name === 'nobody' ? '' : `users/${team.idOf(name)}`;
      expect(without(await team.store.read('audit-log'), own)).toEqual(without(before, own));
    });
  });
}

test('the same forms do what they say for who may', async ({ host }) => {
  const team = await startTeam(host);
  const ids = idsOf(team, await team.store.read());
  for (const [path, visitor, idle] of [
    ['/admin/people', team.visitors.owner, []],
    // There is no code or other session to try.
    ['/admin/account', team.visitors.viewer, ['email-confirm', 'revoke', 'revoke-others']],
  ] as const) {
    for (const fields of FORMS[path]?.(ids) ?? []) {
      const told = `${path} ${JSON.stringify(fields)}`;
      const before = await team.store.read('audit-log', 'mail-queue');
      const { status } = await visitor.post(path, fields);
      if (idle.some((intent) => intent === fields.intent)) continue;
      expect(status, told).toBe(303);
      expect(await team.store.read('audit-log', 'mail-queue'), told).not.toEqual(before);
    }
  }
  expect((await team.visitors.owner.post('/admin/people', { intent: 'unknown' })).status).toBe(400);
  expect(team.errors()).toEqual([]);
  await team.stop();
});

/** Spellings of `/admin/people` and its data that a router or a cache might confuse with it. */
const SPELLINGS = [
  '/ADMIN',
  '/Admin/People',
  '/EN/admin/people',
  '/en/ADMIN/people',
  '/%61dmin/people',
  '/admin/%70eople',
  '/admin/PEOPLE',
  '/admin/PEOPLE.data',
  '/ADMIN/people.data',
  '/admin/people.DATA',
  '/admin/people.data.data',
  '/admin/people/',
  '/admin//people',
  '//admin/people',
  '/admin/people//',
  '/admin/people/.data',
  '/admin/people/_.data',
  '/admin%2Fpeople',
  '/admin/people%2F',
  '/admin/people%00',
  '/admin/people%20',
  '/admin/people;a=b',
  '/admin;a=b/people',
  '/admin/people?_data=routes',
  '/admin/people/_payload.json',
  '/es/en/admin/people',
  '/en/es/admin/people',
  '/x/..%2Fadmin/people',
  '/%2561dmin/people',
  '/admin/people/x',
  '/admin/audit/x',
  '/admin/account/export/',
  '/admin/account/EXPORT',
];

function doorOf(path: string): Door {
  const door = DOORS[path];
  if (!door) throw new Error(`${path} is not among the doors`);
  return door;
}

function isPermission(door: Door): door is Permission {
  return door !== 'guests' && door !== 'everybody' && door !== 'passage';
}

function passes({ actor }: Visitor, permission: Permission): boolean {
  return permission === 'account.use'
    ? actor.kind === 'person' && may(actor, permission, { accountId: actor.id })
    : may(actor, permission as Exclude<Permission, 'account.use' | 'item.edit'>);
}

/** Anonymous visitors are redirected to the sign-in page; people without the right get a 403. */
function refusalFor({ actor }: Visitor, permission: Permission): 'sign-in' | 403 {
  const reason = refusalOf(actor, permission as Exclude<Permission, 'account.use' | 'item.edit'>);
  return reason === 'not-signed-in' || reason === 'suspended' ? 'sign-in' : 403;
}

function expectedAt(visitor: Visitor, door: Door, path: string): number | 'sign-in' | 'dashboard' {
  const isIn = visitor.actor.kind === 'person' && !visitor.actor.disabled;
  if (door === 'everybody') return NOTHING_THERE[path] ?? 200;
  if (door === 'passage') return 'dashboard';
  if (door === 'guests') return isIn ? 'dashboard' : 200;
  return passes(visitor, door) ? (NOTHING_THERE[path] ?? 200) : refusalFor(visitor, door);
}

/** A status or a redirect target, for documents and data. */
function outcomeOf(answer: Response, body: string): number | string {
  const to = answer.status === 202 ? /"redirect","([^"]+)"/.exec(body)?.[1] : answer.headers.get('location');
  if (!to) return answer.status;
  if (/^(\/en)?\/admin\/signin\?to=/.test(to)) return 'sign-in';
  return /^(\/en)?\/admin$/.test(to) ? 'dashboard' : to;
}

async function expectDoor(answer: Response, visitor: Visitor, form: string, path: string): Promise<void> {
  const body = await answer.text();
  const expected = expectedAt(visitor, doorOf(path), path);
  expect(outcomeOf(answer, body), answer.url).toBe(expected);
  expect(answer.headers.get('cache-control'), answer.url).toBe('private, no-store');
  if (expected !== 200 || doorOf(path) !== 'people.manage') expectNothingTold(body, visitor, form);
}

/** The team's email addresses are for owners only; people may see their own. */
function expectNothingTold(body: string, { actor }: Visitor, told: string): void {
  if (actor.kind === 'person' && actor.role === 'owner') return;
  const others = VISITORS.filter((name) => actor.kind === 'anonymous' || name !== actor.name);
  const found = others.filter((name: VisitorName) => body.includes(emailOf(name)));
  expect(found, told).toEqual([]);
}

function dataOf(form: string): string {
  return `${form}.data`;
}

/** The objects of the forms: people whose change would be visible, and a session. */
function idsOf(team: Team, contents: StoreContents, holder: 'owner' | 'author' = 'owner'): Ids {
  const session = Object.entries(contents).find(
    ([path, text]) => path.startsWith('sessions/') && JSON.parse(text).userId === team.idOf(holder),
  );
  if (!session) throw new Error('Nobody has a session to end');
  return {
    member: team.idOf('author'),
    suspended: team.idOf('suspended'),
    session: session[0].slice('sessions/'.length),
  };
}

function without(contents: StoreContents, left: string): StoreContents {
  return Object.fromEntries(Object.entries(contents).filter(([path]) => path !== left));
}
