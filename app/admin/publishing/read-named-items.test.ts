import { expect, test } from 'vitest';
import type { Check } from '#core/publishing/publish-checks.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { AccountRequest } from '../../account/account-request.ts';
import { createPublishingTranslator } from '../managed-item/read-publishing-messages.ts';
import { describeChecks } from './check-sentence.ts';
import { readNamedItems } from './read-named-items.ts';

const editor = person('editor');

async function tell(checks: Check[]) {
  const site = createItemSite();
  for (const id of ['a', 'b']) await site.putItem(id, 'notice', { es: finishedLanguage(id, { title: `El ${id}` }) });
  const t = createPublishingTranslator('es');
  const request = partial<AccountRequest>({ locale: 'es', pathTo: (path) => path });
  const managed = { dependencies: site.dependencies, actor: editor, request, t };
  const named = await readNamedItems(partial(managed), checks);
  const type = contentTypeOf(site.config, 'notice');
  return describeChecks(checks, { t, locale: 'es', type, editorHref: '/a', named });
}

const check = (code: Check['code'], target: string): Check => ({ severity: 'warning', code, language: 'es', target });

test('an item that a check names is called by its title, and a way leads to it', async () => {
  expect(
    await tell([check('link-unpublished', 'b'), check('slug-former', 'b'), check('slug-taken', 'b')]),
  ).toMatchObject([
    {
      sentence: 'Un enlace lleva a un contenido que no está publicado en ningún idioma: «El b».',
      other: { title: 'El b', href: '/admin/items/notice/b?language=es' },
    },
    {
      sentence: 'Esta dirección fue de «El b»: sus enlaces antiguos llevarían entonces aquí.',
      other: { title: 'El b' },
    },
    { sentence: '«El b» ya tiene esa dirección. Elija otra.', other: { title: 'El b' } },
  ]);
});

test('one that is no more is called by its id, and an address as it is', async () => {
  const told = await tell([check('link-broken', 'gone'), check('address-missing', '/nada')]);
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'Un enlace lleva a un contenido que ya no existe o está en la papelera: «gone».',
    'Un enlace lleva a una dirección del sitio donde no hay nada: /nada',
  ]);
  expect(told.some(({ other }) => other)).toBe(false);
});
