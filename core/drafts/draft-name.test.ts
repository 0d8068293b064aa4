import { expect, test } from 'vitest';
import site from '#site-config';
import { siteConfigSchema } from '../site/site-config-schema.ts';
import { formatDraftName, parseDraftName, SHARED } from './draft-name.ts';

test.each(['es', 'spa', 'pt-br', 'spa-mx', SHARED])('the draft of "%s" is found by its name', (part) => {
  const name = { itemId: 'hello-2', part };
  expect(parseDraftName(formatDraftName(name))).toEqual(name);
});

test.each(['', 'e', 'ES', 'espa', 'pt-', 'pt-BR', 'pt-bra', 'pt-br-x'])(
  '"%s" names no draft and no language',
  (part) => {
    expect(parseDraftName(formatDraftName({ itemId: 'a', part }))).toBeUndefined();
    const [first, ...rest] = site.locales;
    expect(siteConfigSchema.safeParse({ ...site, locales: [{ ...first, code: part }, ...rest] }).success).toBe(false);
  },
);

test('every language that a site may have has drafts', () => {
  const [first, ...rest] = site.locales;
  expect(siteConfigSchema.safeParse({ ...site, locales: [{ ...first, code: 'pt-br' }, ...rest] }).success).toBe(true);
});
