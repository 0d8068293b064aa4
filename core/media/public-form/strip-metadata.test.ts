import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markedPictures } from '../../../test/helpers/content/marked-pictures.ts';
import type { PictureFile } from '../media.ts';
import { readOrientation, stripMetadata, writeOrientation } from './strip-metadata.ts';

const TYPES = Object.keys(markedPictures) as PictureFile['contentType'][];

describe.each(TYPES)('a picture of the type %s', (type) => {
  test('has nothing to take out once its metadata is gone', async () => {
    const stripped = stripMetadata(new Uint8Array(await markedPictures[type]()), type);
    expect(stripped && stripMetadata(stripped, type)).toEqual(stripped);
  });

  test('that is damaged or cut short is stripped or not taken, and nothing worse', async () => {
    const bytes = new Uint8Array(await markedPictures[type]());
    const damage = fc.record({
      end: fc.nat(bytes.length),
      changes: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 20 }),
      header: fc.array(fc.tuple(fc.nat(Math.min(bytes.length - 1, 600)), fc.constantFrom(0, 1, 127, 128, 255))),
    });
    fc.assert(
      fc.property(damage, ({ end, changes, header }) => {
        const damaged = bytes.slice();
        for (const [at, value] of [...changes, ...header]) damaged[at] = value;
        for (const given of [damaged, damaged.subarray(0, end)]) {
          expect(stripMetadata(given, type) ?? new Uint8Array()).toBeInstanceOf(Uint8Array);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['<g ', ' ', '/>'],
  ['<g a', ' ', '="1"/>'],
  ['<g a="1"', ' a', '="1"/>'],
  ['<style>', '/*', '</style>'],
  ['<style>', '"\'', '</style>'],
  ['<metadata>', '<g></g>', '</metadata>'],
  ['', '<metadata/>', ''],
])('a drawing with %j and %j over and over is soon done', (start, part, end) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${start}${part.repeat(1_900_000 / part.length)}${end}</svg>`;
  const stripped = stripMetadata(new TextEncoder().encode(drawing), 'image/svg+xml');
  expect(stripped?.byteLength).toBeLessThanOrEqual(drawing.length);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('the orientation %i is read as it was written', (orientation) => {
  expect(readOrientation(writeOrientation(orientation))).toBe(orientation);
});

test('what is no EXIF data notes no orientation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const orientation = readOrientation(bytes);
      expect(orientation >= 1 && orientation <= 8).toBe(true);
    }),
  );
});
