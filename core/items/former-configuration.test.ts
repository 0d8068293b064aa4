import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { checkItem } from '../publishing/check-item.ts';
import { publishItem } from '../publishing/publish-item.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { trashItem } from './trash-item.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };
const labels = { es: 'Pasos', en: 'Steps' };

/** The same site after a change of its configuration. */
function reconfigured<T extends { config: SiteConfig }>(
  dependencies: T,
  { locales, fields }: { locales?: string[]; fields?: FieldDefinition[] },
): T {
  const { config } = dependencies;
  return {
    ...dependencies,
    config: {
      ...config,
      locales: config.locales.filter(({ code }) => locales?.includes(code) ?? true),
      contentTypes: config.contentTypes.map((type) => (fields ? { ...type, fields } : type)),
    },
  };
}

async function createSite() {
  const site = createItemSite();
  await site.putItem(
    'a',
    'notice',
    { es: finishedLanguage('uno', { fields: { steps: ['Corte'] } }), en: finishedLanguage('one') },
    { fields: { minutes: 5 } },
  );
  return site;
}

test('what fields hold that the type lost stays in the item, and does not become public', async () => {
  const site = await createSite();
  const later = reconfigured(site.dependencies, { fields: [] });
  expect(await checkItem(later, eva, { id: 'a', languages: ['es'] })).toEqual([]);
  expect(await publishItem(later, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
  expect(await site.content.resolve('es', 'notice', 'uno')).toMatchObject({ publication: { fields: {} } });
  expect((await site.getItem('a')).data).toMatchObject({
    fields: { minutes: 5 },
    languages: { es: { fields: { steps: ['Corte'] } } },
  });
});

test('so does a member that the entries of a list lost', async () => {
  const site = await createSite();
  const name: FieldDefinition = { key: 'name', kind: 'text', localized: true, labels };
  const steps: FieldDefinition = { key: 'steps', kind: 'list', of: [name], localized: true, labels };
  await site.editItem('a', (item) => ({
    ...item,
    languages: {
      ...item.languages,
      es: finishedLanguage('uno', { fields: { steps: [{ name: 'Corte', note: 'x' }] } }),
    },
  }));
  const later = reconfigured(site.dependencies, { fields: [steps] });
  expect(await publishItem(later, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
  const found = await site.content.resolve('es', 'notice', 'uno');
  expect(found).toMatchObject({ publication: { fields: { steps: [{ name: 'Corte' }] } } });
  expect(JSON.stringify(found)).not.toContain('note');
});

test('a language that the site lost keeps no other one from the site, and does not become public', async () => {
  const site = await createSite();
  const later = reconfigured(site.dependencies, { locales: ['es'] });
  expect(await publishItem(later, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
  expect(await publishItem(later, eva, { id: 'a', languages: ['en'] }, accept)).toMatchObject({
    ok: false,
    checks: [{ code: 'language-missing', language: 'en' }],
  });
  expect((await site.getItem('a')).data.languages.en).toMatchObject({ title: 'Título one', state: 'draft' });
});

test('no text of a language that the site lost stands in the place of another, and it goes with its item', async () => {
  const site = await createSite();
  await publishItem(site.dependencies, eva, { id: 'a', languages: ['en'] }, accept);
  expect(await site.content.resolve('es', 'notice', 'one')).toMatchObject({ kind: 'notice' });
  const later = reconfigured(site.dependencies, { locales: ['es'] });
  await site.editItem('a', (item) => ({ ...item, tags: ['x'] }));
  expect(await publishItem(later, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
  expect(await trashItem(later, eva, { id: 'a' })).toMatchObject({ ok: true });
  expect(await site.content.resolve('es', 'notice', 'one')).toEqual({ kind: 'missing' });
  expect(await site.content.resolve('en', 'notice', 'one')).toEqual({ kind: 'missing' });
});
