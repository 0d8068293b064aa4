import { expect, test } from 'vitest';
import { partial } from '../../../test/helpers/partial.ts';
import { leavesPage } from './leaves-page.ts';

const HERE = { origin: 'https://site.example', pathname: '/admin' };

function click(link: object | null, keys: object = {}) {
  const target = partial<Element>({ closest: () => link as Element | null });
  return { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, target, ...keys };
}

const link = (pathname: string, origin = HERE.origin) => ({ origin, pathname });

test('a click on a link to another page leaves this one', () => {
  expect(leavesPage(click(link('/admin/people')), HERE)).toBe(true);
});

test.each([
  ['beside a link', click(null)],
  ['to a part of this page', click(link('/admin'))],
  ['to another site', click(link('/admin/people', 'https://elsewhere.example'))],
  ['with another button', click(link('/admin/people'), { button: 1 })],
  ['for a new tab', click(link('/admin/people'), { ctrlKey: true })],
  ['for a new window', click(link('/admin/people'), { shiftKey: true })],
])('a click %s does not', (_, event) => {
  expect(leavesPage(event, HERE)).toBe(false);
});
