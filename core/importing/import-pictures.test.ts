import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createImport, DRAWING, itemValue } from '../../test/helpers/importing/create-import.ts';
import { mediaIdOf } from '../media/media-file.ts';
import type { SiteConfig } from '../site/site-config.ts';

test('imports the file of a cover once, and reports missing files', async () => {
  const site = createImport();
  const cover = (file: string) => ({ cover: { file, alt: { es: 'Dibujo' } } });
  const report = await site.bring([
    itemValue('a', cover('a.svg')),
    itemValue('b', cover('a.svg')),
    itemValue('c', cover('c.svg')),
  ]);
  expect(report.imported).toBe(2);
  expect(report.problems).toEqual([
    'items.jsonl:3: cover.file: there is no file "c.svg": a path starts at the file that names it, or at a folder "media" ' +
      'beside that or one above, and stays in the imported folder',
  ]);
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

test('imports the byline of one language, and takes it away again', async () => {
  const site = createImport();
  const item = (english: object) => ({
    ...itemValue('a', { author: 'Dra. Ruiz' }),
    languages: { es: { title: 'Uno' }, en: { title: 'One', ...english } },
  });
  expect((await site.bring([item({ author: 'x'.repeat(121) })])).problems).toEqual([
    expect.stringContaining('languages.en.author: '),
  ]);
  expect(await site.bring([item({ author: 'Dr Ruiz' })])).toMatchObject({ imported: 1, problems: [] });
  const { languages, author } = (await site.getItem('a')).data;
  expect([author, languages.es?.author, languages.en?.author]).toEqual(['Dra. Ruiz', undefined, 'Dr Ruiz']);
  const shown = async (code: string, slug: string) => {
    const found = await site.content.resolve(code, 'notice', slug);
    return found.kind === 'item' && found.publication.author;
  };
  expect([await shown('es', 'uno'), await shown('en', 'one')]).toEqual(['Dra. Ruiz', 'Dr Ruiz']);
  await site.bring([item({})]);
  expect(await shown('en', 'one')).toBe('Dra. Ruiz');
  expect((await site.getItem('a')).data.languages.en).not.toHaveProperty('author');
});

const labels = { es: 'x', en: 'x' };

/** The test site with pictures in the fields of its type `notice`. */
const config: SiteConfig = {
  ...testConfig,
  contentTypes: testConfig.contentTypes.map((type) => ({
    ...type,
    fields: [
      { key: 'plan', kind: 'media', localized: false, labels },
      { key: 'more', kind: 'link', localized: false, labels },
      { key: 'text', kind: 'rich-text', localized: true, labels },
      {
        key: 'steps',
        kind: 'list',
        localized: true,
        labels,
        of: [{ key: 'photo', kind: 'media', localized: true, labels }],
      },
    ],
  })),
};

const image = (file: string) => ({ type: 'image', attrs: { file, alt: 'Dibujo' } });

const value = (file: string) =>
  itemValue('a', {
    fields: { plan: { file }, more: { file } },
    languages: {
      es: {
        title: 'Uno',
        body: { markdown: `uno\n\n![x](${file})` },
        fields: { text: { type: 'doc', content: [image(file)] }, steps: [{ photo: { file } }, {}] },
      },
      en: {
        title: 'One',
        body: { tiptap: { type: 'doc', content: [{ type: 'blockquote', content: [image(file)] }] } },
      },
    },
  });

test('imports the files of pictures in texts and in fields', async () => {
  const site = createImport(config);
  expect(await site.bring([value('a.svg')])).toMatchObject({ imported: 1, problems: [] });
  const media = await mediaIdOf(DRAWING);
  const { fields, languages } = (await site.getItem('a')).data;
  expect(fields).toEqual({ plan: media, more: `file:${media}` });
  expect(languages.es?.body.content[1]).toMatchObject({ type: 'image', attrs: { media, alt: 'x' } });
  expect(languages.es?.fields).toMatchObject({
    text: { content: [{ attrs: { media, alt: 'Dibujo' } }] },
    steps: [{ photo: media }, {}],
  });
  expect(languages.en?.body.content[0]?.content).toEqual([{ type: 'image', attrs: { media, alt: 'Dibujo' } }]);
  expect(await site.bring([value('a.svg')])).toMatchObject({ imported: 0, unchanged: 1 });
});

test('reports every file that is missing, at its place', async () => {
  const { problems, refused } = await createImport(config).bring([value('b.svg')]);
  expect(refused).toBe(1);
  expect(problems.map((problem) => problem.split(': there is no')[0])).toEqual([
    'items.jsonl:1: languages.es.body.markdown',
    'items.jsonl:1: languages.es.fields.text.content[0].attrs.file',
    'items.jsonl:1: languages.es.fields.steps[0].photo.file',
    'items.jsonl:1: languages.en.body.tiptap.content[0].content[0].attrs.file',
    'items.jsonl:1: fields.plan.file',
    'items.jsonl:1: fields.more.file',
  ]);
});

test('reports other problems without those that the files would cause', async () => {
  const { problems } = await createImport(config).bring([{ ...value('a.svg'), color: 'red' }]);
  expect(problems).toEqual([expect.stringContaining('color')]);
});
