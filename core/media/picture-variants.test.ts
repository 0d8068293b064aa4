import { expect, test } from 'vitest';
import type { Media } from './media.ts';
import {
  FORMS_VERSION,
  formWidths,
  isPrepared,
  mediaVariant,
  NO_FORMS,
  offeredForms,
  sharedPictureName,
} from './picture-variants.ts';

const photo: Media = {
  id: 'a'.repeat(32),
  name: 'a.jpg',
  contentType: 'image/jpeg',
  bytes: 14_000_000,
  width: 6000,
  height: 4000,
};
const drawing: Media = { ...photo, contentType: 'image/svg+xml', bytes: 9_000, width: 120, height: 80 };

test('a photograph is offered in WebP at once, and in AVIF when that is stored', () => {
  const widths = [320, 640, 960, 1280, 1920];
  expect(offeredForms(photo)).toEqual({ formats: ['webp'], widths });
  expect(offeredForms({ ...photo, forms: FORMS_VERSION })).toEqual({ formats: ['avif', 'webp'], widths });
});

test('what cannot be resized, and a small drawing, are shown as they came', () => {
  expect(offeredForms({ ...photo, forms: NO_FORMS })).toBeUndefined();
  expect(offeredForms(drawing)).toBeUndefined();
  expect(offeredForms({ ...drawing, bytes: 900_000 })).toMatchObject({ widths: [320, 640, 960, 1280] });
});

test.each([
  [100, [320]],
  [320, [320]],
  [700, [320, 640, 960]],
  [1280, [320, 640, 960, 1280]],
])('a picture of %i pixels has no two forms of the same size', (width, widths) => {
  expect(formWidths({ contentType: 'image/png', width })).toEqual(widths);
});

test('every form that is offered has an address', () => {
  for (const { formats, widths } of [photo, { ...drawing, bytes: 900_000 }].flatMap(
    (file) => offeredForms(file) ?? [],
  )) {
    for (const name of widths.flatMap((width) => formats.map((format) => `${width}.${format}`))) {
      expect(mediaVariant(photo, name)?.recipe).toMatchObject({ kind: 'width' });
    }
  }
  expect(mediaVariant(drawing, '1920.webp')).toBeUndefined();
});

test('a picture for social networks keeps the focal point in sight along the side that is cut', () => {
  const wide = { width: 3_000, height: 1_000 };
  const tall = { width: 1_000, height: 3_000 };
  const focus = { x: 2, y: 9 };
  expect([wide, tall].map((size) => sharedPictureName(size, focus))).toEqual(['og-2.jpg', 'og-9.jpg']);
  expect(sharedPictureName(wide, { x: 5, y: 9 })).toBe('og.jpg');
  expect(sharedPictureName(tall, undefined)).toBe('og.jpg');
  expect(mediaVariant(photo, 'og-10.jpg')?.recipe).toMatchObject({ kind: 'box', at: 10 });
  for (const name of ['og-5.jpg', 'og-11.jpg', 'og-1.png', 'og-01.jpg'])
    expect(mediaVariant(photo, name)).toBeUndefined();
});

test('a picture is prepared when its colour and its forms are known', () => {
  expect(isPrepared(photo)).toBe(false);
  expect(isPrepared({ ...photo, forms: FORMS_VERSION })).toBe(false);
  expect(isPrepared({ ...photo, forms: FORMS_VERSION, color: null })).toBe(true);
  expect(isPrepared({ ...photo, forms: NO_FORMS, color: '#123456' })).toBe(true);
});
