import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressBrotli, compressGzip } from './compress.ts';

const text = Buffer.from('radiografía de tórax '.repeat(500));

test('what was compressed comes out as it went in', async () => {
  expect(brotliDecompressSync((await compressBrotli(text, 'quick')) ?? '').equals(text)).toBe(true);
  expect(gunzipSync((await compressGzip(text, 'quick')) ?? '').equals(text)).toBe(true);
});

test('compressed bytes take no more memory than they are long', async () => {
  for (const bytes of [await compressBrotli(text, 'thorough'), await compressGzip(text, 'instant')]) {
    expect(bytes?.buffer.byteLength).toBe(bytes?.byteLength);
  }
});

test('nothing is made of what would not get smaller', async () => {
  expect(await compressGzip(Buffer.from('short'), 'quick')).toBeUndefined();
});
