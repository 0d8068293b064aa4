import { expect, test } from 'vitest';
import { readFieldLink } from './link-target.ts';

const FILE = '0123456789abcdef0123456789abcdef';

test.each([
  ['item:brain-mri', { to: 'item', key: 'brain-mri' }],
  ['listing:studies', { to: 'listing', key: 'studies' }],
  ['page:search', { to: 'page', key: 'search' }],
  [`file:${FILE}`, { to: 'file', key: FILE }],
  ['https://example.org/a?b#c', { to: 'outside', href: 'https://example.org/a?b#c' }],
  ['mailto:ana@example.org', { to: 'outside', href: 'mailto:ana@example.org' }],
  ['tel:+523312345678', { to: 'outside', href: 'tel:+523312345678' }],
])('"%s" leads somewhere', (value, link) => {
  expect(readFieldLink(value)).toEqual(link);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'https:javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  `file:${FILE}/../x`,
  'http://example.org',
  '//example.org',
  '/contact',
  '#part',
  'https://',
  'https://exa mple.org',
  'https://[::1',
  'https:///example.org',
  'https://ana:secret@example.org',
  'https://example.com@example.org',
  'item:',
  'topic:safety',
  'item:A B',
  'item:a#b',
  'item:a\nb',
  'listing:../admin',
  'page:__proto__',
  'mailto:',
  `https://example.org/${'a'.repeat(2_000)}`,
  '',
  12,
  null,
  { to: 'item', key: 'a' },
])('nobody is led to %j', (value) => {
  expect(readFieldLink(value)).toBeUndefined();
});
