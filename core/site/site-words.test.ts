import { expect, test } from 'vitest';
import site from '#site-config';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { readPublishedSite } from '../public-content/published-site.ts';
import { contentTypeOf } from './content-paths.ts';
import { prepareSiteConfig } from './prepare-site-config.ts';
import { SITE_WORDS, siteWordsType, withWords, wordsOfFile } from './site-words.ts';

test('every name of the configuration that readers see is a text with a name of its own', () => {
  const { fields } = siteWordsType(site);
  expect(fields.map(({ key }) => key)).toEqual([...new Set(Object.keys(wordsOfFile(site)))]);
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
  expect(await shown('es'), 'what is made of a type is kept').toBe(await shown('es'));
  await unpublish(own, SITE_WORDS, ['es', 'en']);
  expect(await shown('es')).toBe(type);
});
