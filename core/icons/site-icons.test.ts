import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { chooseSiteIcon, listIconPlaces, readSiteIcons } from './site-icons.ts';

const owner: Actor = { kind: 'person', id: 'ana', name: 'Ana', role: 'owner', languages: [], disabled: false };
const heart = { name: 'lucide:heart', body: '<path/>', width: 24, height: 24 };

test('an owner chooses an icon, changes it, and returns to the one of the configuration', async () => {
  const { store, audited } = createContentSite();
  expect(await readSiteIcons(store)).toEqual({ types: {}, navigation: {}, groups: {} });
  await chooseSiteIcon({ store }, owner, { kind: 'types', key: 'notice' }, heart);
  await chooseSiteIcon({ store }, owner, { kind: 'navigation', key: 'notice' }, heart);
  expect(await readSiteIcons(store)).toEqual({ types: { notice: heart }, navigation: { notice: heart }, groups: {} });
  await chooseSiteIcon({ store }, owner, { kind: 'types', key: 'notice' }, undefined);
  expect(await readSiteIcons(store)).toEqual({ types: {}, navigation: { notice: heart }, groups: {} });
  expect((await audited()).map(({ action }) => action)).toEqual(Array(3).fill('site.icon-changed'));
});

test('nobody else does', async () => {
  const { store } = createContentSite();
  const editor: Actor = { ...owner, role: 'editor' };
  await expect(chooseSiteIcon({ store }, editor, { kind: 'types', key: 'notice' }, heart)).rejects.toThrow(Forbidden);
  expect((await readSiteIcons(store)).types).toEqual({});
});

test('the places are the types, the links of the header, and the groups of questions', () => {
  const choices = [{ value: 'before', labels: { es: 'Antes', en: 'Before' } }];
  const group = { key: 'group', kind: 'choice', localized: false, required: true, labels: {}, choices } as const;
  const contentTypes = testConfig.contentTypes.map((type) =>
    type.appearsAs === 'faq' ? { ...type, fields: [{ ...group, choices: [...choices] }] } : type,
  );
  const places = listIconPlaces({ ...testConfig, contentTypes });
  expect(places.map(({ kind, key }) => `${kind}:${key}`)).toEqual([
    ...testConfig.contentTypes.map(({ key }) => `types:${key}`),
    ...['navigation:notice', 'navigation:about', 'groups:before'],
  ]);
});
