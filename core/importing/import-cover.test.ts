import { expect, test } from 'vitest';
import { createImport, DRAWING, itemValue } from '../../test/helpers/create-import.ts';

test('imports the file of a cover once, and reports missing files', async () => {
  const site = createImport();
  const cover = (file: string) => ({ cover: { file, alt: { es: 'Dibujo' } } });
  const report = await site.bring([
    itemValue('a', cover('a.svg')),
    itemValue('b', cover('a.svg')),
    itemValue('c', cover('c.svg')),
  ]);
  expect(report.imported).toBe(2);
  expect(report.problems).toEqual(['items.jsonl:3: cover.file: there is no file "c.svg"']);
  const found = await site.content.resolve('es', 'notice', 'titulo-a');
  if (found.kind !== 'item') throw new Error(found.kind);
  expect(found.publication.cover).toMatchObject({ width: 30, height: 20, alt: 'Dibujo' });
  expect((await site.getItem('a')).data.languages.es?.coverAlt).toBe('Dibujo');
  expect(await site.files.read(`media/${found.publication.cover?.media}/original.svg`)).toEqual(DRAWING);
});

test('imports the alternative text of a cover in each language, also in one that has no text yet', async () => {
  const site = createImport();
  const item = (alt: object) => ({
    ...itemValue('a', { cover: { file: 'a.svg', alt } }),
    languages: { es: { title: 'Uno' } },
  });
  expect(await site.bring([item({ es: 'Dibujo', en: 'A drawing' })])).toMatchObject({ imported: 1, problems: [] });
  const { languages } = (await site.getItem('a')).data;
  expect(languages).toMatchObject({
    es: { coverAlt: 'Dibujo', state: 'published' },
    en: { coverAlt: 'A drawing', state: 'draft', title: '', translation: { current: 1, missing: 1 } },
  });
  expect(await site.bring([item({ es: 'Dibujo', en: 'A drawing' })])).toMatchObject({ imported: 0, unchanged: 1 });
  const own = { ...item({ es: 'Dibujo' }), languages: { es: { title: 'Uno', coverAlt: 'Otro dibujo' } } };
  await site.bring([own]);
  expect((await site.getItem('a')).data.languages.es?.coverAlt).toBe('Otro dibujo');
  await site.bring([item({})]);
  expect((await site.getItem('a')).data.languages.es).not.toHaveProperty('coverAlt');
  expect((await site.bring([item({ fr: 'Un dessin' })])).problems).toEqual([
    'items.jsonl:1: cover.alt.fr: the site has no language "fr"',
  ]);
});
