import { SITE_TYPES } from '#core/site/site-types.ts';
import { ACCOUNT_INTENTS, type AccountIntent } from '../../../app/admin/account/account-intents.ts';
import { FILE_ACTIONS, FILE_INTENTS } from '../../../app/admin/files/files-answer.ts';
import { MESSAGE_INTENTS } from '../../../app/admin/inbox/message/message-answer.ts';
import { LIST_INTENTS } from '../../../app/admin/items/actions/item-actions.ts';
import { PEOPLE_INTENTS, type PeopleIntent } from '../../../app/admin/people/people-answer.ts';
import { PUBLISHING_INTENTS } from '../../../app/admin/publishing/publishing-answer.ts';
import { REVISIONS_INTENTS } from '../../../app/admin/revisions/revisions-answer.ts';
import { dataOf, doorOf, isPermission, outcomeOf, passes, refusalFor } from '../../helpers/access/admin-doors.ts';
import { TEAM_ITEM } from '../../helpers/access/admin-routes.ts';
import { type Fields, startTeam, type Team, VISITORS } from '../../helpers/access/team.ts';
import { expect, test } from '../../helpers/access/team-test.ts';
import type { StoreContents } from '../../helpers/data-folders/store-reader.ts';
import { spread } from '../../helpers/spread.ts';

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

const REPLACE_FORMS: Fields[] = [
  { words: 'ayuno', replacement: 'x', place: `${TEAM_ITEM.id}/es/x` },
  { intent: 'undo', undo: '[]' },
];

const RETIRE_FORMS: Fields[] = [{ into: '' }, { into: 'chest' }];

/** The forms of the pages with restricted access. */
const FORMS: { [path: string]: (ids: Ids) => Fields[] } = {
  '/admin/items/:type/:id/publish': () => PUBLISHING_FORMS,
  '/admin/items/:type/:id/publish/panel': () => PUBLISHING_FORMS,
  '/admin/items/:type/:id/revisions': () => REVISIONS_INTENTS.map((intent) => ({ intent, name: 'x', entry: 'draft' })),
  '/admin/inbox/:id': () =>
    MESSAGE_INTENTS.map((intent) => ({ intent, note: 'x', seen: '', person: '', confirmed: 'yes' })),
  '/admin/people': (ids) => PEOPLE_INTENTS.map((intent) => ({ intent, ...PEOPLE_FORMS[intent](ids) })),
  '/admin/replace': () => REPLACE_FORMS,
  '/admin/replace/run': () => REPLACE_FORMS,
  '/admin/settings': () => [
    ...['365', ''].map((fullDays) => ({ fullDays })),
    { section: 'working', 'set page-size': '12', 'was page-size': '' },
  ],
  '/admin/settings/icons': () => ['lucide:heart', ''].map((icon) => ({ for: 'types:news', icon })),
  '/admin/topics': () => [{ name: 'Otro tema' }],
  '/admin/topics/:id': () => RETIRE_FORMS,
  '/admin/topics/:id/run': () => RETIRE_FORMS,
  '/admin/items/:type/:id/place': () => [{ parent: 'about' }, { before: 'about', shown: 'x' }],
  '/admin/site': () => SITE_TYPES.map(({ key }) => ({ type: key })),
  '/admin/editor/pictures': () => [],
  '/admin/files': () => FILE_ACTIONS.map((intent) => ({ intent, file: 'a'.repeat(32), tag: 'x', confirmed: 'yes' })),
  '/admin/files/:id': () => FILE_INTENTS.map((intent) => ({ intent, title: 'x', language: 'es', confirmed: 'yes' })),
  '/admin/files/:id/replace': () => [],
  '/admin/files/send': () => [{ upload: 'a'.repeat(32) }],
  '/admin/files/upload': () => [],
  '/admin/item-actions/:type': () => LIST_FORMS,
  '/admin/items/:type': () => LIST_FORMS,
  '/admin/account': (ids) => ACCOUNT_INTENTS.map((intent) => ({ intent, ...ACCOUNT_FORMS[intent](ids) })),
};

test('the forms of every page with restricted access are tried', ({ routes }) => {
  const guarded = routes.filter(({ path, hasAction }) => hasAction && isPermission(doorOf(path)));
  expect(guarded.map(({ path }) => path).sort()).toEqual(Object.keys(FORMS).sort());
});

for (const [turn, name] of VISITORS.entries()) {
  test.describe(`for ${name}`, () => {
    test('no action is done that the policy table refuses', async ({ team, routes }) => {
      const visitor = team.visitors[name];
      const before = await team.store.read('audit-log');
      const ids = idsOf(team, before);
      const found: { [sent: string]: number | string } = {};
      const expected: typeof found = {};
      for (const { path, forms, hasAction } of routes) {
        const door = doorOf(path);
        if (!isPermission(door) || (hasAction && passes(visitor, door))) continue;
        const posts = hasAction ? (FORMS[path]?.(ids) ?? []) : [{ intent: 'anything' }];
        // The addresses of a page have the same action: each form is sent to one, and each gets one.
        const addresses = forms.flatMap((form) => [form, dataOf(form)]);
        for (const [fields, address] of spread([...posts, { intent: 'unknown' }, {}], addresses, turn)) {
          const answer = await visitor.post(address, fields);
          const sent = `${address} ${JSON.stringify(fields)}`;
          found[sent] = hasAction ? outcomeOf(answer, await answer.text()) : answer.status;
          expected[sent] = hasAction ? refusalFor(visitor, door) : 405;
        }
      }
      expect(found).toEqual(expected);
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
  expect(team.errors).toEqual([]);
  await team.stop();
});

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
