import { expect, test } from 'vitest';
import { ROLES, type Role, type User } from '#core/accounts/user.ts';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { readAdminFrame } from './read-admin-frame.ts';

const icon = () => ({ body: '', width: 24, height: 24 });

const person = (role: Role): User => ({
  id: 'ana',
  email: 'ana@example.org',
  name: 'Ana Robles',
  role,
  languages: [],
  disabled: false,
  language: 'es',
  confirmed: true,
  createdAt: 0,
});

const frameOf = (role: Role, locale = 'es') => readAdminFrame({ config: testConfig, icon }, locale, person(role));

const addresses = (role: Role, locale?: string) =>
  frameOf(role, locale).navigation.flatMap(({ links }) => links.map(({ href }) => href));

test('an owner finds every page in the navigation', () => {
  expect(addresses('owner')).toEqual([
    ...['/admin', '/admin/health', '/admin/files', '/admin/site', '/admin/replace', '/admin/inbox', '/admin/account'],
    ...testConfig.contentTypes.map(({ key }) => `/admin/items/${key}`),
    ...['/admin/people', '/admin/audit', '/admin/settings', '/admin/system'],
  ]);
});

test.each(ROLES.filter((role) => role !== 'owner'))('the navigation of a %s leaves out what is the owners’', (role) => {
  const readsDrafts = role !== 'viewer';
  const content = testConfig.contentTypes.map(({ key }) => `/admin/items/${key}`);
  expect(addresses(role)).toEqual([
    '/admin',
    ...(readsDrafts ? ['/admin/health', '/admin/files'] : []),
    ...(role === 'editor' ? ['/admin/site'] : []),
    ...(readsDrafts ? ['/admin/replace'] : []),
    ...(role === 'editor' ? ['/admin/inbox'] : []),
    '/admin/account',
    ...(readsDrafts ? content : []),
  ]);
  expect(frameOf(role).navigation.map(({ id }) => id)).toEqual(readsDrafts ? ['main', 'content'] : ['main']);
  expect(frameOf(role).searchHref).toBe(readsDrafts ? '/admin/item-search' : undefined);
  const creates = role === 'author' || role === 'editor';
  expect(frameOf(role).newItems.map(({ href }) => href)).toEqual(creates ? content.map((path) => `${path}?new=`) : []);
});

test('the frame speaks the language of the page and leads to its addresses', () => {
  for (const address of addresses('owner', 'en')) expect(address).toMatch(/^\/en\/admin(\/|$)/);
  const { account, siteHref, homeHref } = frameOf('editor', 'en');
  expect({ siteHref, homeHref, ...account }).toMatchObject({
    siteHref: '/en',
    homeHref: '/en/admin',
    role: 'Editor',
    signOutAction: '/en/admin/signout',
  });
  expect(frameOf('viewer').account.role).toBe('Lectura');
});

test('a missing icon is told, instead of leaving a hole in the navigation', () => {
  expect(() => readAdminFrame({ config: testConfig, icon: () => undefined }, 'es', person('owner'))).toThrow(
    /^There is no icon "lucide:/,
  );
});
