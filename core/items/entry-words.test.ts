import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { reportOf } from '../translation/translation-state.ts';
import { restoreRevisions } from './restore-history.ts';

const eva = person('editor', 'eva');
const labels = { es: 'Avisos', en: 'Notes' };

/** A list of all languages whose entries have a text in each. */
const notes: FieldDefinition = {
  key: 'notes',
  kind: 'list',
  localized: false,
  labels,
  of: [
    { key: 'minutes', kind: 'number', localized: false, labels },
    { key: 'text', kind: 'text', localized: true, maxLength: 20, labels },
  ],
};

async function createSite() {
  const site = createItemSite();
  const { config } = site.dependencies;
  const contentTypes = config.contentTypes.map((type) => ({ ...type, fields: [notes] }));
  const dependencies = { ...site.dependencies, config: { ...config, contentTypes } };
  const words = (text: string) => [
    { id: 'b2', text },
    { id: 'gone', text: 'of an entry that was removed' },
  ];
  await site.putItem(
    'a',
    'notice',
    {
      es: finishedLanguage('uno', { fields: { notes: words('Cerrado') } }),
      en: finishedLanguage('one', { fields: { notes: words('Closed') } }),
    },
    {
      fields: {
        notes: [
          { id: 'a1', minutes: 1 },
          { id: 'b2', minutes: 2 },
        ],
      },
    },
  );
  return { ...site, dependencies };
}

test('readers get the entries with the words of their language, and none of entries that are gone', async () => {
  const { dependencies, content } = await createSite();
  expect(
    await publishItem(dependencies, eva, { id: 'a', languages: ['es', 'en'] }, { acceptWarnings: true }),
  ).toMatchObject({ ok: true });
  for (const [language, slug, text] of [
    ['es', 'uno', 'Cerrado'],
    ['en', 'one', 'Closed'],
  ] as const) {
    const found = await content.resolve(language, 'notice', slug);
    expect(found?.kind === 'item' && found.publication.fields).toEqual({
      notes: [
        { id: 'a1', minutes: 1 },
        { id: 'b2', minutes: 2, text },
      ],
    });
  }
});

test('each text of an entry is a part of the translation with a state of its own', async () => {
  const { dependencies, editItem, getItem } = await createSite();
  const type = dependencies.config.contentTypes.find(({ key }) => key === 'notice');
  if (!type) throw new Error('no type');
  await editItem('a', (item) => {
    const { es, en } = item.languages;
    if (!es || !en) throw new Error('no languages');
    const own = { ...es, fields: { notes: [...(es.fields.notes as object[]), { id: 'a1', text: 'Nuevo' }] } };
    return { ...item, languages: { es: own as typeof es, en } };
  });
  const report = reportOf((await getItem('a')).data, type, 'en')?.filter(({ source, unit }) =>
    (unit ?? source)?.startsWith('field:'),
  );
  expect(report?.map(({ state, unit, source }) => [state, unit ?? source])).toEqual([
    ['stale', 'field:notes.b2.text'],
    ['missing', 'field:notes.a1.text'],
  ]);
});

test('a text that is too long keeps its language from the site', async () => {
  const { dependencies, editItem } = await createSite();
  await editItem('a', (item) => ({
    ...item,
    languages: {
      ...item.languages,
      es: finishedLanguage('uno', { fields: { notes: [{ id: 'b2', text: 'x'.repeat(21) }] } }),
    },
  }));
  expect(await publishItem(dependencies, eva, { id: 'a', languages: ['es'] })).toMatchObject({
    ok: false,
    checks: [{ code: 'field-invalid', field: 'field:notes' }],
  });
});

test('a publication is restored into the entries and the words of its language', async () => {
  const { dependencies, editItem, getItem } = await createSite();
  await publishItem(dependencies, eva, { id: 'a', languages: ['es'] }, { acceptWarnings: true });
  await editItem('a', (item) => ({
    ...item,
    fields: { notes: [{ id: 'c3', minutes: 3 }] },
    languages: { ...item.languages, es: finishedLanguage('uno', { fields: { notes: [{ id: 'c3', text: 'Otro' }] } }) },
  }));
  const target = { itemId: 'a', refs: [{ language: 'es', revision: 1 }], languages: ['es'], shared: true };
  expect(await restoreRevisions(dependencies, eva, target)).toMatchObject({ ok: true });
  const { data } = await getItem('a');
  expect(data.fields.notes).toEqual([
    { id: 'a1', minutes: 1 },
    { id: 'b2', minutes: 2 },
  ]);
  expect(data.languages.es?.fields.notes).toContainEqual({ id: 'b2', text: 'Cerrado' });
});
