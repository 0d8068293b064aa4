import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { targetOfAddress } from './find-dead-addresses.ts';

const config = { ...testConfig, routeRules: { '/viejo/**': { redirect: '/notice-es' } } };

const item = (language: string, slug: string) => ({ kind: 'item', language, type: 'notice', slug });
const page = (language: string, slug: string) => ({ kind: 'page', language, type: 'pages', slug });
const site = { kind: 'site' };
const nowhere = { kind: 'nowhere' };

test.each([
  ['/notice-es/uno', item('es', 'uno')],
  ['/es/notice-es/uno?x=1#parte', item('es', 'uno')],
  ['/notice-es//otro/../uno/', item('es', 'uno')],
  ['/en/notice-en/one', item('en', 'one')],
  ['/en/notice/one', item('en', 'one')],
  ['/en/notice-es/one', page('en', 'one')],
  ['/notice-es', site],
  ['/notice-es/uno/dos', nowhere],
  ['/', page('es', 'home')],
  ['/en', page('en', 'home')],
  ['/about', page('es', 'about')],
  ['/en/equipo', page('en', 'equipo')],
  ['/faq#pregunta', page('es', 'faq')],
  ['/faq/x', page('es', 'x')],
  ['/en/equipo/a/b/x', page('en', 'x')],
  ['/equipo/a/b/c/x', nowhere],
  ['/search?q=x', site],
  ['/en/search', site],
  ['/admin/items/notice', site],
  ['/api/v1/items', site],
  ['/en/feed.xml', site],
  ['/folleto.pdf', site],
  ['/archivos/folleto.pdf', site],
  ['/viejo/camino', site],
  [`/media/${'a'.repeat(32)}/800.webp`, { kind: 'media', id: 'a'.repeat(32) }],
  ['/media/x/800.webp', nowhere],
  [`/media/${'a'.repeat(32)}`, nowhere],
  ['/notice-es/%E0%A4%A', item('es', '%E0%A4%A')],
])('behind %s stands %j', (href, target) => {
  expect(targetOfAddress(config, href)).toEqual(target);
});

test.each(['https://example.org/notice-es/uno', 'item:a', '#parte', 'mailto:a@b.mx'])(
  '%s is no path of the site',
  (href) => {
    expect(targetOfAddress(config, href)).toBeUndefined();
  },
);
