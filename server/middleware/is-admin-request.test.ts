import { expect, test } from 'vitest';
import { localeSet } from '#site-config';
import { isAdminRequest } from './is-admin-request.ts';

test.each([
  '/admin',
  '/es/admin',
  '/en/admin',
  '/admin.data',
  '/en/admin.data',
  '/admin/people',
  '/en/admin/people.data',
])('%s is of the admin area', (path) => expect(isAdminRequest(localeSet, path)).toBe(true));

test.each(['/', '/administrador', '/admin-area', '/en/faq.data', '/estudios/admin'])('%s is not', (path) =>
  expect(isAdminRequest(localeSet, path)).toBe(false),
);
