import { expect, test } from 'vitest';
import { testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { linkTo } from './link-units.ts';
import { withOwnCoverAlts } from './own-cover-alts.ts';
import { unitsOf } from './units.ts';

const media = 'a'.repeat(32);
const counts = { missing: 1, stale: 0, current: 2, extra: 0, moved: 0 };

const former = (alt: { [locale: string]: string } | undefined, rest: object = {}) => ({
  id: 'a',
  sourceLanguage: 'es',
  cover: { media, ...(alt && { alt }) },
  languages: {
    es: testLanguage('uno'),
    en: testLanguage('one', { links: {}, translation: counts, ...rest }),
  },
});

test('each language gets what it says of the cover, as a translation of what the source says', () => {
  const { cover, languages } = withOwnCoverAlts(former({ es: 'Una placa', en: 'A film' }), 'es');
  expect(cover).toEqual({ media });
  expect(languages.es.coverAlt).toBe('Una placa');
  expect(languages.es.links).toBeUndefined();
  const [unit] = unitsOf({ ...testLanguage(''), title: '', coverAlt: 'Una placa' }, { fields: [] });
  expect(languages.en).toMatchObject({
    coverAlt: 'A film',
    links: { 'cover.alt': unit && linkTo(unit) },
    translation: { ...counts, current: 3 },
  });
});

test('what one of them lacks is missing, and what only a translation says is extra', () => {
  const lacking = withOwnCoverAlts(former({ es: 'Una placa', en: ' ' }), 'es').languages.en;
  expect([lacking.coverAlt, lacking.links, lacking.translation]).toEqual([undefined, {}, { ...counts, missing: 2 }]);
  const alone = withOwnCoverAlts(former({ en: 'A film' }), 'es').languages.en;
  expect([alone.links, alone.translation]).toEqual([{}, { ...counts, extra: 1 }]);
});

test('a language that has no other text begins with it, in an item as a draft', () => {
  const { languages, ...item } = former({ es: 'Una placa', en: 'A film' });
  const started = withOwnCoverAlts({ ...item, languages: { es: languages.es } as typeof languages }, 'es');
  expect(started.languages.en).toMatchObject({ coverAlt: 'A film', title: '', state: 'draft', revision: 0 });
  const { state: _, revision: __, ...es } = languages.es;
  const version = withOwnCoverAlts({ cover: item.cover, languages: { es } as never }, undefined);
  expect(version.languages).toMatchObject({ es: { coverAlt: 'Una placa' }, en: { coverAlt: 'A film' } });
  expect(version.languages).not.toHaveProperty('en.state');
  expect(version.languages).not.toHaveProperty('en.links');
});

test('what was kept otherwise stays as it is', () => {
  for (const kept of [former(undefined), { languages: {} }]) expect(withOwnCoverAlts(kept, 'es')).toBe(kept);
});
