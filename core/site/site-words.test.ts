import { expect, test } from 'vitest';
import site from '#site-config';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { readNamedType, readPublishedSite } from '../public-content/published-site.ts';
import { contentTypeOf } from './content-paths.ts';
import { prepareSiteConfig } from './prepare-site-config.ts';
import { SITE_WORDS, siteWordsType, withWords, wordsOfFile } from './site-words.ts';

test('every name of the configuration that readers see is a text with a name of its own', () => {
  const { fields } = siteWordsType(site);
  expect(fields.map(({ key }) => key)).toEqual(Object.keys(wordsOfFile(site)));
  expect(fields.find(({ key }) => key === 'studiesFieldModalityXray')).toMatchObject({
    localized: true,
    labels: { es: 'Estudios · Modalidad · Rayos X', en: 'Exams · Modality · X-ray' },
  });
  expect(wordsOfFile(site)).toMatchObject({
    studiesPlural: { es: 'Estudios', en: 'Exams' },
    studiesDescription: { es: expect.stringContaining('cómo prepararse') },
    pagesFieldOpeningHoursDays: { es: 'Días', en: 'Days' },
  });
});

test('sections call a type by its name', () => {
  const { config } = prepareSiteConfig(site);
  const choicesOf = ({ blocks = [] }: typeof config) =>
    blocks.flatMap(({ key, fields }) =>
      key === 'newest' ? fields.flatMap((field) => (field.kind === 'choice' ? field.choices : [])) : [],
    );
  const labels = { es: 'Exámenes', en: 'Exams' };
  expect(choicesOf(withWords(config, 'es', { studiesPlural: 'Exámenes' }))).toContainEqual({
    value: 'studies',
    labels,
  });
  expect(choicesOf(config)).toContainEqual({ value: 'studies', labels: { es: 'Estudios', en: 'Exams' } });
});

test('choices whose values differ in signs alone have a name each', () => {
  const [type = contentTypeOf(site, '')] = site.contentTypes;
  const labels = { es: 'Edad', en: 'Age' };
  const choices = ['< 5', '> 5', '5'].map((value) => ({
    value,
    labels: { es: `${value} años`, en: `${value} years` },
  }));
  const field = { key: 'age', kind: 'choice' as const, localized: false, labels, choices };
  const named = { ...site, contentTypes: [{ ...type, fields: [field] }] };
  const key = `${type.key}FieldAge5`;
  const shown = contentTypeOf(withWords(named, 'es', { [key]: 'Menores', [`${key}2`]: 'Mayores' }), type.key);
  expect(shown.fields[0]).toMatchObject({
    choices: [
      { value: '< 5', labels: { es: 'Menores' } },
      { value: '> 5', labels: { es: 'Mayores' } },
      { value: '5', labels: { es: '5 años' } },
    ],
  });
});

test("a published name stands in place of the file's in its language, and gives way when it is unpublished", async () => {
  const own = createSiteContent();
  const [type = contentTypeOf(own.config, '')] = own.config.contentTypes;
  const key = `${type.key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Plural`;
  await own.write(SITE_WORDS, {}, { es: { fields: { [key]: 'Trabajos' } }, en: { fields: { [key]: ' ' } } });
  await publish(own, SITE_WORDS, ['es', 'en']);
  const shown = async (locale: string) => {
    const config = await readPublishedSite(own.config, own.content, locale);
    return contentTypeOf(config, type.key);
  };
  expect((await shown('es')).labels.plural.es).toBe('Trabajos');
  expect((await shown('en')).labels).toEqual(type.labels);
  const english = await readPublishedSite(own.config, own.content, 'en');
  const inSpanish = await readNamedType(english, own.content, type, 'es');
  expect(inSpanish.labels.plural, 'beside a text of another language').toMatchObject({ es: 'Trabajos' });
  expect(await shown('es'), 'what is made of a type is kept').toBe(await shown('es'));
  await unpublish(own, SITE_WORDS, ['es', 'en']);
  expect(await shown('es')).toBe(type);
});
