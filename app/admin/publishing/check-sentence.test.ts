import { expect, test } from 'vitest';
import type { Check } from '#core/publishing/publish-checks.ts';
import site from '#site-config';
import { createPublishingTranslator } from '../managed-item/read-publishing-messages.ts';
import { tellChecks } from './check-sentence.ts';

const [type] = site.contentTypes;
const taken: Check = { severity: 'error', code: 'slug-taken', language: 'es', field: 'slug', target: 'agua' };

function tell(locale: 'es' | 'en', leaves: string[], isScheduled = false) {
  if (!type) throw new Error('The site has a type');
  const named = [{ id: 'agua', title: 'El agua', href: '/admin/items/articles/agua', leaves }];
  const t = createPublishingTranslator(locale);
  return tellChecks([taken], { t, locale, type, editorHref: '/e', named, isScheduled });
}

test('an address that another one keeps is an error', () => {
  const [told] = tell('es', ['en']);
  expect(told).toMatchObject({ sentence: '«El agua» ya tiene esa dirección. Elija otra.', severity: 'error' });
  expect(told?.isTogether).toBeUndefined();
});

test('an address that another one leaves is to be had by publishing both together', () => {
  expect(tell('es', ['es'])).toMatchObject([
    { sentence: expect.stringMatching(/publíquelos juntos\.$/), isTogether: true },
  ]);
  expect(tell('en', ['es'])).toMatchObject([{ sentence: expect.stringMatching(/publish them together\.$/) }]);
});

test('what is scheduled is not published together, which is said', () => {
  const [told] = tell('es', ['es'], true);
  expect(told?.sentence).toContain('A una hora programada no se publican juntos');
  expect(told?.isTogether).toBeUndefined();
  expect(tell('en', ['es'], true)[0]?.sentence).toContain('Scheduled items aren’t published together');
});

test('what the site cannot show is told with its name, where that is known', () => {
  if (!type) throw new Error('The site has a type');
  const telling = { t: createPublishingTranslator('es'), locale: 'es', type, editorHref: '/e' };
  const check: Check = { severity: 'error', code: 'unshowable', language: 'es' };
  expect(tellChecks([{ ...check, field: 'body' }, check], telling).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^El sitio no puede mostrar «[^»]+», y por eso no se publicó nada\./),
    expect.stringMatching(/^El sitio no puede mostrar la página, /),
  ]);
});
