import { expect, test } from 'vitest';
import { finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import type { FieldValues } from '../content/item.ts';
import type { LanguageChange } from '../drafts/drafts.ts';
import { SITE_NAVIGATION } from '../site/site-navigation-type.ts';
import { type MenuEntry, readMenus } from './read-links.ts';

const names = { search: 'Buscar', feed: 'Novedades' };

/** The site with items `a`, `b` and `c`, of which the first is public in both languages and the second in Spanish. */
async function openSite() {
  const site = createSiteContent();
  for (const id of ['a', 'b', 'c']) {
    const languages = { es: finishedLanguage(id), en: finishedLanguage(`${id}-en`) };
    await site.putItem(id, 'not-found', languages);
  }
  await publish(site, 'a', ['es', 'en']);
  await publish(site, 'b', ['es']);
  const read = (language: string) => readMenus(site.content, site.config, language, names);
  return {
    ...site,
    read,
    async save(fields: FieldValues, languages = ['es', 'en'], labels: { [language: string]: LanguageChange } = {}) {
      await site.write(SITE_NAVIGATION, fields, labels);
      return publish(site, SITE_NAVIGATION, languages);
    },
    /** A line for each entry, with a dash before those below. */
    async lines(language: string, menu: 'header' | 'footer' | 'legal' = 'header') {
      const line = ({ label, href }: MenuEntry) => (href === undefined ? label : `${label} ${href}`);
      return (await read(language))[menu].flatMap((entry) => [
        line(entry),
        ...entry.below.map((one) => `- ${line(one)}`),
      ]);
    },
  };
}

const below = (target: string) => ({ target, isBelow: true });

test('nothing published, a draft and empty lists are no menus', async () => {
  const site = await openSite();
  const none = { header: [], footer: [], legal: [] };
  expect(await site.read('es')).toEqual(none);
  await site.write(SITE_NAVIGATION, { header: [{ target: 'item:a' }] });
  expect(await site.read('es')).toEqual(none);
  await site.save({ header: [] });
  expect(await site.read('es')).toEqual(none);
});

test('a menu has two levels, and titles and addresses of each language', async () => {
  const site = await openSite();
  const header = [
    { target: 'listing:notice' },
    below('item:a'),
    below('https://example.org/'),
    { target: 'page:search' },
  ];
  expect(await site.save({ header, legal: [{ target: 'item:a' }] })).toMatchObject({ ok: true });
  expect(await site.lines('es')).toEqual([
    'notice /notice-es',
    '- Título a /not-found-es/a',
    '- example.org https://example.org/',
    'Buscar /search',
  ]);
  expect((await site.lines('en'))[1]).toBe('- Título a-en /en/not-found-en/a-en');
  expect(await site.lines('en', 'legal')).toEqual(['Título a-en /en/not-found-en/a-en']);
});

test('an entry whose target is not public in a language is not there, and what stood below it moves up', async () => {
  const site = await openSite();
  await site.save({ header: [{ target: 'item:b' }, below('item:a'), below('item:c'), { target: 'listing:notice' }] });
  expect(await site.lines('es')).toEqual([
    'Título b /not-found-es/b',
    '- Título a /not-found-es/a',
    'notice /notice-es',
  ]);
  expect(await site.lines('en')).toEqual(['Título a-en /en/not-found-en/a-en', 'notice /en/notice-en']);
  await unpublish(site, 'a', ['en']);
  expect(await site.lines('en')).toEqual(['notice /en/notice-en']);
});

test('the first entry cannot stand below another, and one without target and label is nothing', async () => {
  const site = await openSite();
  await site.save({ header: [below('item:a'), {}, below('item:b')] });
  expect(await site.lines('es')).toEqual(['Título a /not-found-es/a', 'Título b /not-found-es/b']);
});

test('a type, page or file that is gone, and what nobody may be led to, never break the menu', async () => {
  const site = await openSite();
  const targets = ['listing:gone', 'page:gone', 'item:gone', `file:${'f'.repeat(32)}`, 'item:a'];
  expect(await site.save({ header: targets.map((target) => ({ target })) })).toMatchObject({ ok: true });
  expect(await site.lines('es')).toEqual(['Título a /not-found-es/a']);
  expect(await site.save({ header: [{ target: 'javascript:alert(1)' }] })).toMatchObject({ ok: false });
  // What was stored by other rules.
  const stored = [
    { target: 'javascript:alert(1)' },
    'x',
    null,
    [1],
    { target: { to: 'item' } },
    { target: 'item:a', isBelow: 'yes' },
    { label: '\u200b' },
    { target: 'item:b', label: '\u200b\u2066' },
  ];
  const content = { ...site.content, siteValues: async () => ({ header: stored, footer: 'x' }) };
  const menus = await readMenus(content, site.config, 'es', names);
  expect(menus.header.map(({ label }) => label)).toEqual(['Título a', 'Título b']);
  expect(menus.footer).toEqual([]);
});

test('a language in which the menus are not published has the entries of the other, with its own titles', async () => {
  const site = await openSite();
  await site.save({ header: [{ target: 'item:a' }] }, ['es']);
  expect(await site.lines('en')).toEqual(['Título a-en /en/not-found-en/a-en']);
});

test('an entry has its own label in the languages that have one, keeps it when it moves, and may be a heading', async () => {
  const site = await openSite();
  const [heading, a] = [{ id: 'x' }, { id: 'y', target: 'item:a', isBelow: true }];
  const labels = (...own: string[]) => ({
    fields: { header: own.map((label, at) => ({ id: 'xy'.charAt(at), label })) },
  });
  await site.save({ header: [heading, a] }, ['es', 'en'], {
    es: labels('El centro', 'Nuestra A'),
    en: labels('The center'),
  });
  expect(await site.lines('es')).toEqual(['El centro', '- Nuestra A /not-found-es/a']);
  expect(await site.lines('en')).toEqual(['The center', '- Título a-en /en/not-found-en/a-en']);
  await site.save({ header: [{ ...a, isBelow: false }, heading, { target: 'item:b', isBelow: true }] });
  expect(await site.lines('es')).toEqual(['Nuestra A /not-found-es/a', 'El centro', '- Título b /not-found-es/b']);
  expect(await site.lines('en'), 'nothing is below the heading').toEqual(['Título a-en /en/not-found-en/a-en']);
});
