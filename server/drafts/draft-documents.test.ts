import { expect, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import type { ROLES } from '#core/accounts/user.ts';
import type { Item } from '#core/content/item.ts';
import { SHARED } from '#core/drafts/draft-name.ts';
import { judgeDraft } from './draft-documents.ts';

const item = { id: 'a', authorId: 'ana' } as Item;
const person = (role: (typeof ROLES)[number], rest: Partial<Extract<Actor, { kind: 'person' }>> = {}): Actor => ({
  kind: 'person',
  id: 'eva',
  name: 'Eva',
  role,
  languages: role === 'translator' ? ['en'] : [],
  disabled: false,
  ...rest,
});
const rights = (actor: Actor, of: Item | undefined = item) =>
  ['es', 'en', SHARED].map((part) => judgeDraft(actor, { itemId: 'a', part }, of));

test.each([
  ['viewer', ['none', 'none', 'none']],
  ['author', ['read', 'read', 'read']],
  ['translator', ['read', 'write', 'read']],
  ['editor', ['write', 'write', 'write']],
  ['owner', ['write', 'write', 'write']],
] as const)('somebody else’s item, to a %s, in Spanish, English and shared: %j', (role, expected) => {
  expect(rights(person(role))).toEqual(expected);
});

test('their own item is an author’s to write', () => {
  expect(rights(person('author', { id: 'ana' }))).toEqual(['write', 'write', 'write']);
});

test('an item that nobody is the author of is not an author’s whose id is empty', () => {
  expect(rights(person('author'), { ...item, authorId: undefined } as never)).toEqual(['read', 'read', 'read']);
});

test('nobody, somebody suspended, the trash and what does not exist: none', () => {
  const none = ['none', 'none', 'none'];
  expect(rights({ kind: 'anonymous' })).toEqual(none);
  expect(rights(person('owner', { disabled: true }))).toEqual(none);
  expect(rights(person('owner'), { ...item, trashedAt: 1 } as Item)).toEqual(none);
  expect(judgeDraft(person('owner'), { itemId: 'a', part: 'es' }, undefined)).toBe('none');
});
