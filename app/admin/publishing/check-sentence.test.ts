import { expect, test } from 'vitest';
import type { Check } from '#core/publishing/publish-checks.ts';
import site from '#site-config';
import { createPublishingTranslator } from '../managed-item/read-publishing-messages.ts';
import { describeChecks } from './check-sentence.ts';

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
