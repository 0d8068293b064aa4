import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createVariants, packForm, type VariantsOptions, variantsOf, variantsSize } from './create-variants.ts';

const options: VariantsOptions = {
  contentType: 'text/plain',
  cacheControl: 'no-cache',
  vary: [],
  extra: [],
  effort: 'quick',
};
const long = Buffer.from('radiografía de tórax '.repeat(200));

test('only the brotli form is kept, and the plain one comes out of it whole', async () => {
  const variants = await createVariants(long, options);
  expect(variants.identity.body.equals(long)).toBe(true);
  expect(variants.identity.headers).toContain(String(long.length));
  expect(variantsSize(variants)).toBe(variants.br?.body.length);
  expect(variantsOf(await packForm(variants.identity.body, 'thorough'), options).identity.body.equals(long)).toBe(true);
});

test('the gzip form is made when it is first asked for, and counted from then on', async () => {
  let sizes: number[] = [];
  const variants = await createVariants(long, { ...options, onMade: () => sizes.push(variantsSize(variants)) });
  const { gzip, br } = variants;
  const whole = (br?.size ?? 0) + Number(gzip?.headers[gzip.headers.indexOf('Content-Length') + 1]);
  expect(sizes).toEqual([whole]);
  expect(gunzipSync(gzip?.body ?? '').equals(long)).toBe(true);
  expect(gzip?.headers).toContain('gzip');
  expect(variantsSize(variants)).toBe(whole);
  sizes = [];
  expect(gzip?.body).toBe(gzip?.body);
  expect(sizes).toEqual([]);
});

test('what is too short to be compressed is kept as it is', async () => {
  const variants = await createVariants(Buffer.from('ok'), options);
  expect(variants.gzip).toBeUndefined();
  expect(variants.identity.body.toString()).toBe('ok');
  expect(variantsSize(variants)).toBe(2);
});
