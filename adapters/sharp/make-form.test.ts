import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeForm } from './make-form.ts';

/** A picture whose first half is red and whose second one is blue, along an axis. */
async function halves(width: number, height: number, orientation?: number): Promise<Uint8Array> {
  const [w, h] = width > height ? [width / 2, height] : [width, height / 2];
  const blue = await sharp({ create: { width: w, height: h, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: width - w, top: height - h }])
    .jpeg();
  return (orientation === undefined ? picture : picture.withMetadata({ orientation })).toBuffer();
}

const BOX = { kind: 'box', width: 1200, height: 630, format: 'jpg' } as const;

/** What is seen of a cut picture: the colours of its corners at the top left and the bottom right. */
async function seen(picture: Uint8Array, at: number | undefined): Promise<string> {
  const made = await makeForm(picture, 'image/jpeg', { ...BOX, ...(at !== undefined && { at }) });
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  return [0, data.length - 3].map((start) => ((data[start] ?? 0) > 128 ? 'red' : 'blue')).join(' ');
}

test.each<[string, () => Promise<Uint8Array>, number | undefined, string]>([
  ['wide one on the left', () => halves(2_600, 600), 0, 'red red'],
  ['wide one on the right', () => halves(2_600, 600), 10, 'blue blue'],
  ['wide one in the middle', () => halves(2_600, 600), undefined, 'red blue'],
  ['tall one at the top', () => halves(600, 1_600), 0, 'red red'],
  ['tall one at the bottom', () => halves(600, 1_600), 10, 'blue blue'],
  ['small one, enlarged', () => halves(130, 30), 10, 'blue blue'],
  // Orientation 6: shown turned to the right, so that the first half of its pixels is above.
  ['turned one at the top', () => halves(1_600, 600, 6), 0, 'red red'],
  ['turned one at the bottom', () => halves(1_600, 600, 6), 10, 'blue blue'],
  ['one that fits', () => halves(1_200, 630), 3, 'red blue'],
])('the picture for social networks is cut where it is meant to be: a %s', async (_, make, at, expected) => {
  expect(await seen(await make(), at)).toBe(expected);
});
