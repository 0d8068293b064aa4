import { expect, test } from 'vitest';
import site from '#site-config';
import type { ContentType } from '../content-types/content-type.ts';
import { contentTypeOf } from './content-paths.ts';
import { prepareSiteConfig } from './prepare-site-config.ts';
import { withSectionBlocks } from './section-blocks.ts';
import type { SiteConfig } from './site-config.ts';
import { SITE_IDENTITY, SITE_TYPES } from './site-types.ts';
import { siteWordsType } from './site-words.ts';
import { TOPIC_TYPE, topicType } from './topic-type.ts';

const french = { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' } as const;

/** The shipped configuration with languages added. */
function withLanguages(...locales: SiteConfig['locales']): SiteConfig {
  return { ...structuredClone(site), locales: [...site.locales, ...locales] };
}

test('a complete configuration stays as it is, with what every site has after its own', () => {
  const named = [...site.contentTypes, TOPIC_TYPE];
  const contentTypes = [...named, ...SITE_TYPES, siteWordsType({ ...site, contentTypes: named })];
  const { blocks } = withSectionBlocks({ ...site, contentTypes }, (text) => text);
  const config = { ...site, contentTypes, blocks };
  expect(prepareSiteConfig(site)).toEqual({ config, problems: [], missing: [], ignored: [] });
});

test('the types about the site speak the languages of the site', () => {
  const { config } = prepareSiteConfig(withLanguages(french));
  expect(contentTypeOf(config, SITE_IDENTITY)).toMatchObject({
    labels: { singular: { es: 'Identidad', fr: 'Identity' } },
  });
});

test.each([
  ['a type with their key', { key: 'topics' }],
  ['a type with their address in a language', { segments: { es: 'temas', en: 'subjects' } }],
])('there are no topics beside %s', (_, change) => {
  const [studies] = site.contentTypes as [ContentType];
  const given = { ...site, navigation: [], contentTypes: [...site.contentTypes.slice(1), { ...studies, ...change }] };
  expect(topicType(prepareSiteConfig(given).config)).toBeUndefined();
  expect(topicType(prepareSiteConfig({ ...site, pages: { topics: site.name } }).config)).toBeUndefined();
});

test('sections offer the types and the groups of the site, in its languages; a block of the file takes the place of one', () => {
  const own = { key: 'hero', labels: { es: 'Mío', en: 'Mine' }, icon: 'lucide:star', fields: [] };
  const { config } = prepareSiteConfig({ ...withLanguages(french), blocks: [own] });
  expect(config.blocks?.filter(({ key }) => key === 'hero')).toMatchObject([{ labels: { es: 'Mío' } }]);
  const fieldsOf = (kind: string) => config.blocks?.find(({ key }) => key === kind)?.fields;
  const labels = { fr: 'Exams' };
  expect(fieldsOf('newest')).toContainEqual(
    expect.objectContaining({
      key: 'type',
      choices: expect.arrayContaining([{ value: 'studies', labels: expect.objectContaining(labels) }]),
    }),
  );
  expect(fieldsOf('questions')).toContainEqual(expect.objectContaining({ key: 'group', kind: 'choice' }));
});

test('a type of the file cannot have the key of one', () => {
  const [studies] = site.contentTypes as [ContentType];
  const given = { ...site, contentTypes: [...site.contentTypes, { ...studies, key: SITE_IDENTITY }] };
  expect(prepareSiteConfig(given).problems).toEqual([
    expect.stringContaining('is the key of a type that every site has'),
  ]);
});

test('a language can be added before its texts: English ones stand in, and every missing one is named', () => {
  const { config, problems, missing } = prepareSiteConfig(withLanguages(french));
  expect(problems).toEqual([]);
  expect(config.name.fr).toBe(site.name.en);
  const [studies] = config.contentTypes;
  expect(studies?.labels.plural.fr).toBe('Exams');
  expect(studies?.segments).toEqual({ es: 'estudios', en: 'studies', fr: 'studies' });
  expect(studies?.fields[0]).toMatchObject({
    labels: { fr: 'Modality' },
    choices: [{ labels: { fr: 'X-ray' } }, {}, {}, {}, {}, {}],
  });
  expect(missing).toContain('name: the text in "fr" is missing');
  expect(missing).toContain('contentTypes.pages.fields.openingHours.days.labels: the text in "fr" is missing');
  expect(missing).toContain('tags.chest: the text in "fr" is missing');
  expect(new Set(missing).size).toBe(missing.length);
});

test('texts come from the family of a language first', () => {
  const given = withLanguages({ ...french, code: 'es-ar', language: 'es-AR', name: 'Español rioplatense' });
  expect(prepareSiteConfig(given).config.name).toMatchObject({ 'es-ar': site.name.es });
});

test('a language can be removed without its texts, which are ignored', () => {
  const { name, ...rest } = structuredClone(site);
  const given = {
    ...rest,
    name: { ...name, fr: 'Meki Imagerie' },
    locales: rest.locales.filter(({ code }) => code === 'es'),
  };
  const { config, problems, missing, ignored } = prepareSiteConfig(given);
  expect({ problems, missing }).toEqual({ problems: [], missing: [] });
  expect(ignored).toEqual(['en', 'fr'].map((code) => `the site has no language "${code}", texts in it are ignored`));
  expect(config.name).toEqual({ es: name.es });
  const [studies] = config.contentTypes;
  expect(studies?.segments).toEqual({ es: 'estudios' });
  expect(studies?.fields[0]?.labels).toEqual({ es: 'Modalidad' });
  expect(Object.keys(config.tags.chest ?? {})).toEqual(['es']);
});

test('what cannot be filled in, and what is wrong, is a problem', () => {
  const nameless = prepareSiteConfig({ ...withLanguages(french), name: {} });
  expect(nameless.problems).toEqual(['es', 'en', 'fr'].map((code) => `name: the text in "${code}" is missing`));
  const wrong = prepareSiteConfig({ ...withLanguages(french), defaultLocale: 'de' });
  expect(wrong.problems).toEqual(['defaultLocale: "de" is not among the locales']);
  expect(prepareSiteConfig({} as SiteConfig).problems).not.toEqual([]);
});
