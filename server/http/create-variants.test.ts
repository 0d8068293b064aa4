import { expect, test } from 'vitest';
import { createVariants, improveVariants, type VariantsOptions, variantsSize } from './create-variants.ts';

const options: VariantsOptions = {
  contentType: 'text/plain',
  cacheControl: 'no-cache',
  vary: [],
  extra: [],
  effort: 'quick',
};
const long = Buffer.from('radiografía de tórax '.repeat(200));

test('the plain form is not kept beside the gzip one, and comes out of it whole', async () => {
  const variants = await createVariants(long, options);
  expect(variants.identity.body.equals(long)).toBe(true);
  expect(variants.identity.headers).toContain(String(long.length));
  expect(variantsSize(variants)).toBe((variants.gzip?.body.length ?? 0) + (variants.br?.body.length ?? 0));
  expect((await improveVariants(variants, options)).identity.body.equals(long)).toBe(true);
});

test('what is too short to be compressed is kept as it is', async () => {
  const variants = await createVariants(Buffer.from('ok'), options);
  expect(variants.gzip).toBeUndefined();
  expect(variants.identity.body.toString()).toBe('ok');
  expect(variantsSize(variants)).toBe(2);
});
