import { expect, test } from 'vitest';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import type { FieldValues } from '../content/item.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { SITE_NOTICES } from '../site/site-notices-type.ts';
import { readNotices } from './read-notices.ts';

const names = { search: 'Buscar', feed: 'Novedades' };
/** Noon on 1 December 2026 where the team is, six hours behind UTC. */
const NOW = Date.UTC(2026, 11, 1, 18);

/** The site with notices, each with its text in Spanish and English, as far as it has one. */
async function openSite(notices: (FieldValues & { es?: string; en?: string })[]) {
  const site = createSiteContent();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', { title: 'Uno' }), en: finishedLanguage('one') });
  await publish(site, 'a', ['es']);
  const entries = notices.map(({ es: _, en: __, ...entry }, index) => ({ id: `n${index}`, ...entry }));
  const words = (code: 'es' | 'en') =>
    notices.flatMap((notice, index) => (notice[code] === undefined ? [] : [{ id: `n${index}`, text: notice[code] }]));
  await site.write(
    SITE_NOTICES,
    { notices: entries },
    { es: { fields: { notices: words('es') } }, en: { fields: { notices: words('en') } } },
  );
  return {
    ...site,
    published: await publishItem(
      site.dependencies,
      person('editor', 'eva'),
      { id: SITE_NOTICES, languages: ['es', 'en'] },
      { acceptWarnings: true },
    ),
    async read(language: string, now = NOW) {
      let until = Number.POSITIVE_INFINITY;
      const note = (moment: number) => {
        until = Math.min(until, moment);
      };
      const content = { ...site.content, until: note, setting: async () => 'America/Mexico_City' };
      const shown = await readNotices(content, site.config, language, { names, now });
      return { shown, until: until === Number.POSITIVE_INFINITY ? undefined : new Date(until).toISOString() };
    },
  };
}

test('nothing published is no notice, and depends on no time', async () => {
  const { read } = await openSite([]);
  expect(await read('es')).toEqual({ shown: [], until: undefined });
});

test('a notice has the text of each language, and is not shown in one without', async () => {
  const { read } = await openSite([
    { es: 'Cerrado', en: 'Closed', kind: 'closed' },
    { es: ' Hola ' },
    { en: '  ' },
    { en: '\u200b\u2066' },
  ]);
  expect((await read('es')).shown).toMatchObject([
    { kind: 'closed', text: 'Cerrado' },
    { kind: 'information', text: 'Hola' },
  ]);
  expect((await read('en')).shown).toMatchObject([{ text: 'Closed' }]);
});

test.each([
  ['without times', {}, true, undefined],
  ['that is to begin', { from: '2026-12-01T12:01' }, false, '2026-12-01T18:01:00.000Z'],
  ['that begins at this minute', { from: '2026-12-01T12:00' }, true, undefined],
  ['that is to end', { until: '2026-12-01T12:01' }, true, '2026-12-01T18:01:00.000Z'],
  ['that ends at this minute', { until: '2026-12-01T12:00' }, false, undefined],
  ['between both', { from: '2026-12-01T11:00', until: '2026-12-02T12:00' }, true, '2026-12-02T18:00:00.000Z'],
  ['that is over', { from: '2026-11-01T11:00', until: '2026-11-02T12:00' }, false, undefined],
])(
  'a notice %s is shown while it holds, and its pages are made again when that changes',
  async (_, times, isShown, until) => {
    const { read } = await openSite([{ es: 'Aviso', ...times }]);
    const found = await read('es');
    expect(found.shown).toHaveLength(isShown ? 1 : 0);
    expect(found.until).toBe(until);
  },
);

test('the next change of several notices counts', async () => {
  const { read } = await openSite([
    { es: 'A', until: '2026-12-05T12:00' },
    { es: 'B', from: '2026-12-03T08:00' },
    { en: 'C', from: '2026-12-02T08:00' },
  ]);
  expect((await read('es')).until).toBe('2026-12-03T14:00:00.000Z');
});

test('a notice is about a page, or about a listing and all below it, and not shown where that is not public', async () => {
  const { read } = await openSite([
    { es: 'A', en: 'A', place: 'item:a', link: 'item:a' },
    { es: 'B', place: 'listing:notice' },
    { es: 'C', place: 'listing:gone' },
    { es: 'D', place: 'https://example.org/' },
    { es: 'E', link: 'item:gone' },
  ]);
  const { shown } = await read('es');
  expect(shown.map(({ text, place }) => [text, place?.isListing])).toEqual([
    ['A', false],
    ['B', true],
    ['E', undefined],
  ]);
  expect(shown[0]?.link?.label).toBe('Uno');
  expect(shown[0]?.place?.path).toMatch(/\/uno$/);
  expect(shown[2]?.link).toBeUndefined();
  expect((await read('en')).shown).toEqual([]);
});

test('another text is another notice for who closed the former, and another end is not', async () => {
  const keyOf = async (notice: FieldValues & { es: string }) =>
    (await (await openSite([notice])).read('es')).shown[0]?.key;
  const former = await keyOf({ es: 'Aviso' });
  expect(await keyOf({ es: 'Aviso', until: '2027-01-01T00:00' })).toBe(former);
  expect(await keyOf({ es: 'Otro aviso' })).not.toBe(former);
});

test('a notice that ends before it begins is refused', async () => {
  const { published } = await openSite([{ es: 'Aviso', from: '2026-12-01T12:00', until: '2026-12-01T11:00' }]);
  expect(published).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ code: 'field-invalid', field: 'field:notices' })]),
  });
});
