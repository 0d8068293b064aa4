import { expect, test } from 'vitest';
import type { Check } from '#core/publishing/publish-checks.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import site from '#site-config';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { AccountRequest } from '../../account/account-request.ts';
import { createPublishingTranslator } from '../managed-item/read-managed-item.ts';
import { describeChecks, readNamedItems } from './check-sentence.ts';

const [type] = site.contentTypes;

test.each([
  ['es', '«El agua» ya tiene esa dirección. Elija otra.'],
  ['en', '“El agua” already has that address. Choose another.'],
] as const)('an address that another one has is an error with its name and a link to it: %s', (locale, sentence) => {
  if (!type) throw new Error('The site has a type');
  const named = [{ id: 'agua', title: 'El agua', href: '/admin/items/articles/agua' }];
  const t = createPublishingTranslator(locale);
  const taken: Check = { severity: 'error', code: 'slug-taken', language: 'es', field: 'slug', target: 'agua' };
  expect(describeChecks([taken], { t, locale, type, editorHref: '/e', named })).toMatchObject([
    { sentence, severity: 'error', other: { title: 'El agua', href: '/admin/items/articles/agua?language=es' } },
  ]);
});

test('what the site cannot show is told with its name, where that is known', () => {
  if (!type) throw new Error('The site has a type');
  const telling = { t: createPublishingTranslator('es'), locale: 'es', type, editorHref: '/e' };
  const check: Check = { severity: 'error', code: 'unshowable', language: 'es' };
  expect(describeChecks([{ ...check, field: 'body' }, check], telling).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^El sitio no puede mostrar «[^»]+», y por eso no se publicó nada\./),
    expect.stringMatching(/^El sitio no puede mostrar la página, /),
  ]);
});

test('a text that is too long says how long it is, and may be', () => {
  if (!type) throw new Error('The site has a type');
  const about = { severity: 'error', language: 'es', field: 'body' } as const;
  const checks: Check[] = [
    { ...about, code: 'body-too-long', bytes: 231_420, limit: 200_000 },
    { ...about, code: 'body-too-complex', bytes: 900_000, limit: 700_000 },
  ];
  const told = (['es', 'en'] as const).flatMap((locale) =>
    describeChecks(checks, { t: createPublishingTranslator(locale), locale, type, editorHref: '/e' }),
  );
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'El texto ocupa 231.5 kB y caben 200 kB. Divídalo en dos.',
    expect.stringMatching(/además de las palabras ocupan 900 kB y caben 700 kB/),
    'The text takes 231.5 kB, and may take 200 kB. Split it in two.',
    expect.stringMatching(/besides the words they take 900 kB, and may take 700 kB/),
  ]);
});

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
