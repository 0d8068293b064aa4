import { describe, expect, test } from 'vitest';
import { ROLES, type Role, type User } from '../accounts/user.ts';
import { type Actor, ANONYMOUS, actorOf } from './actor.ts';
import {
  Forbidden,
  may,
  PERMISSIONS,
  type Permission,
  type PermissionObjects,
  type RefusalReason,
  refusalOf,
  requireMay,
} from './policy.ts';

const person = (role: Role, rest: Partial<User> = {}): Actor =>
  actorOf({
    id: 'me',
    email: 'me@example.org',
    name: 'Me',
    language: 'es',
    confirmed: true,
    createdAt: 0,
    role,
    languages: role === 'translator' ? ['en'] : [],
    disabled: false,
    ...rest,
  });

type Case = { permission: Permission; about: string; object?: PermissionObjects[keyof PermissionObjects] };

const cases: Case[] = PERMISSIONS.flatMap((permission): Case[] => {
  if (permission === 'account.use' || permission === 'review.withdraw') {
    return [
      { permission, about: 'their own', object: { accountId: 'me' } },
      { permission, about: "another's", object: { accountId: 'other' } },
    ];
  }
  if (permission === 'item.trash') {
    return [
      { permission, about: 'their own, never public', object: { authorId: 'me', wasPublished: false } },
      { permission, about: 'their own, once public', object: { authorId: 'me', wasPublished: true } },
      { permission, about: "another's, never public", object: { authorId: 'other', wasPublished: false } },
    ];
  }
  if (permission === 'preview.share' || permission === 'review.ask') {
    return [
      { permission, about: 'their own, a given language', object: { authorId: 'me', language: 'en' } },
      { permission, about: 'their own, another language', object: { authorId: 'me', language: 'es' } },
      { permission, about: "another's, a given language", object: { authorId: 'other', language: 'en' } },
      { permission, about: "another's, another language", object: { authorId: 'other', language: 'es' } },
    ];
  }
  if (permission !== 'item.edit' && permission !== 'file.describe') return [{ permission, about: '' }];
  return [
    { permission, about: 'their own, a given language', object: { authorId: 'me', language: 'en' } },
    { permission, about: 'their own, another language', object: { authorId: 'me', language: 'es' } },
    { permission, about: 'their own, what languages share', object: { authorId: 'me' } },
    { permission, about: "another's, a given language", object: { authorId: 'other', language: 'en' } },
    { permission, about: "another's, another language", object: { authorId: 'other', language: 'es' } },
    { permission, about: "another's, what languages share", object: { authorId: 'other' } },
  ];
});

/** The table in the specification, one letter per role: viewer, author, translator, editor, owner. */
const expected: { [label: string]: string } = {
  'admin.enter': 'vateo',
  'account.use, their own': 'vateo',
  "account.use, another's": '',
  'published.read': 'vateo',
  'draft.read': 'ateo',
  'media.read': 'ateo',
  'item.create': 'aeo',
  'item.edit, their own, a given language': 'ateo',
  'item.edit, their own, another language': 'aeo',
  'item.edit, their own, what languages share': 'aeo',
  "item.edit, another's, a given language": 'teo',
  "item.edit, another's, another language": 'eo',
  "item.edit, another's, what languages share": 'eo',
  'item.trash, their own, never public': 'aeo',
  'item.trash, their own, once public': 'eo',
  "item.trash, another's, never public": 'eo',
  'item.purge': 'eo',
  'item.archive': 'eo',
  'item.order': 'eo',
  'page.move': 'eo',
  'topics.retire': 'eo',
  'preview.share, their own, a given language': 'ateo',
  'preview.share, their own, another language': 'aeo',
  "preview.share, another's, a given language": 'teo',
  "preview.share, another's, another language": 'eo',
  'review.ask, their own, a given language': 'at',
  'review.ask, their own, another language': 'a',
  "review.ask, another's, a given language": 't',
  "review.ask, another's, another language": '',
  'review.withdraw, their own': 'ateo',
  "review.withdraw, another's": '',
  'review.send-back': 'eo',
  'media.upload': 'aeo',
  'file.describe, their own, a given language': 'ateo',
  'file.describe, their own, another language': 'aeo',
  'file.describe, their own, what languages share': 'aeo',
  "file.describe, another's, a given language": 'teo',
  "file.describe, another's, another language": 'eo',
  "file.describe, another's, what languages share": 'eo',
  'file.replace': 'eo',
  'file.trash': 'eo',
  'media.delete': 'o',
  'item.publish': 'eo',
  'item.schedule': 'eo',
  'item.unpublish': 'eo',
  'item.restore': 'eo',
  'redirects.manage': 'eo',
  'site-texts.edit': 'eo',
  'inbox.manage': 'eo',
  'people.manage': 'o',
  'roles.manage': 'o',
  'settings.manage': 'o',
  'tokens.manage': 'o',
  'backup.manage': 'o',
  'system.read': 'o',
  'audit-log.read': 'o',
};

const labelOf = ({ permission, about }: Case) => (about ? `${permission}, ${about}` : permission);
/** Bypasses the types, which require the object that belongs to one action. */
const ask = (actor: Actor, { permission, object }: Case): RefusalReason | undefined =>
  (refusalOf as (...parameters: unknown[]) => RefusalReason | undefined)(
    actor,
    permission,
    ...(object ? [object] : []),
  );

test('the test knows every cell of the table', () => {
  expect(cases.map(labelOf).sort()).toEqual(Object.keys(expected).sort());
});

describe.each(cases.map((one) => [labelOf(one), one] as const))('%s', (label, one) => {
  test.each(ROLES)('%s', (role) => {
    const allowed = expected[label]?.includes(role[0] ?? '') ?? false;
    expect(ask(person(role), one) === undefined).toBe(allowed);
  });

  test.each(ROLES)('a suspended %s may only what anybody may', (role) => {
    const refusal = one.permission === 'published.read' ? undefined : 'suspended';
    expect(ask(person(role, { disabled: true }), one)).toBe(refusal);
  });

  test('somebody not signed in', () => {
    expect(ask(ANONYMOUS, one)).toBe(one.permission === 'published.read' ? undefined : 'not-signed-in');
  });
});

test('a refusal says whether it is about the role, the owner of the thing or the language', () => {
  expect(refusalOf(person('viewer'), 'item.edit', { authorId: 'me', language: 'es' })).toBe('role');
  expect(refusalOf(person('author'), 'item.edit', { authorId: 'other', language: 'es' })).toBe('not-own');
  expect(refusalOf(person('author'), 'item.trash', { authorId: 'me', wasPublished: true })).toBe('was-published');
  expect(refusalOf(person('translator'), 'item.edit', { authorId: 'me', language: 'es' })).toBe('language');
  expect(refusalOf(person('translator', { languages: [] }), 'item.edit', { authorId: 'me' })).toBe('language');
});

test('languages left over from another role give nothing', () => {
  const author = person('author', { languages: ['en'] });
  expect(may(author, 'item.edit', { authorId: 'other', language: 'en' })).toBe(false);
});

test('requiring passes in silence or throws what was refused and why', () => {
  expect(() => requireMay(person('owner'), 'people.manage')).not.toThrow();
  const refused = () => requireMay(person('editor'), 'people.manage');
  expect(refused).toThrow(Forbidden);
  expect(refused).toThrow(expect.objectContaining({ permission: 'people.manage', reason: 'role' }));
});
