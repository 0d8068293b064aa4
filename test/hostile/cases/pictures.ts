import sharp from 'sharp';
import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';

/** Timeout for judging a picture or making a form of it, in milliseconds: as long as the server has patience. */
const PATIENCE = 60_000;

const FORMS = ['320.webp', '640.webp', '960.webp', '1280.webp', 'og.png'];

/** Uploads a picture like an author's program. @returns its id, or the status of the refusal */
async function bring({ victim, site }: Scene, bytes: Uint8Array | string): Promise<{ id?: string; status: number }> {
  const answer = await ask(`${victim.origin}/api/v1/media?name=hostile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.tokens.author}`, 'content-type': 'application/octet-stream' },
    body: bytes as BodyInit,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const body = (await answer.json()) as { id?: string };
  return { status: answer.status, ...(answer.status === 201 && body.id !== undefined && { id: body.id }) };
}

/** Requests all forms of a picture at once, like a preview. @returns the statuses, 0 for a timeout */
async function askForForms({ victim, site }: Scene, id: string): Promise<number[]> {
  const asked = FORMS.map(async (form) => {
    try {
      const headers = { authorization: `Bearer ${site.tokens.author}` };
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await ask(`${victim.origin}/media/${id}/${form}`, { headers, signal });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  });
  return Promise.all(asked);
}

function drawing(inner: string, attributes = 'viewBox="0 0 1200 800"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
}

const turbulence = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<feTurbulence baseFrequency="0.${index + 1}" numOctaves="9999" seed="${index}"/>`,
  ).join('');

/** One for each limit, and others that are refused at once. `create-pictures.test.ts` has more that take long. */
const EXPENSIVE_DRAWINGS: [name: string, svg: string][] = [
  [
    'filters',
    drawing(
      `<filter id="f" x="0" y="0" width="100%" height="100%">${turbulence(100)}</filter><rect width="1200" height="800" filter="url(#f)"/>`,
    ),
  ],
  [
    'a pattern of patterns',
    drawing(
      `<pattern id="p" width="0.001" height="0.001"><rect width="1" height="1"/></pattern>${'<rect width="1200" height="800" fill="url(#p)"/>'.repeat(100)}`,
    ),
  ],
  ['a long path', drawing(`<path stroke="#000" stroke-dasharray="0.01" d="M0 0${'L1200 800L0 800'.repeat(60_000)}"/>`)],
  ['a size beyond all measure', drawing('<rect width="1" height="1"/>', 'width="1000000" height="1000000"')],
  ['a size of a hair', drawing('<rect width="1" height="1"/>', 'viewBox="0 0 0.0001 100000"')],
];

const costlyDrawings: HostileCase = [
  'drawings that take long to draw, or much memory',
  async (scene) => {
    for (const [name, svg] of EXPENSIVE_DRAWINGS) {
      const { id, status } = await bring(scene, svg);
      expect([name, status === 201 || (status >= 400 && status < 500)]).toEqual([name, true]);
      if (id === undefined) continue;
      const first = await askForForms(scene, id);
      expect([name, first.filter((code) => code === 0 || code === 500)]).toEqual([name, []]);
      // Other pictures are not delayed.
      const { origin } = scene.victim;
      expect((await ask(`${origin}/media/${scene.site.media.small}/640.webp`)).status).toBe(200);
      // Failures are cached: repeating the request is cheap.
      const start = performance.now();
      await askForForms(scene, id);
      expect(performance.now() - start, `milliseconds of asking again: ${name}`).toBeLessThan(1_000);
    }
  },
];

const brokenPictures: HostileCase = [
  'pictures that are cut off, are none, or say by whom they were made',
  async (scene) => {
    const png = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: '#345',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const jpeg = await sharp(png).jpeg().toBuffer();
    const zeros = Buffer.alloc(100_000);
    const files: [name: string, bytes: Uint8Array | string][] = [
      ['a PNG that is cut off', png.subarray(0, png.length / 2)],
      ['a JPEG that is cut off', jpeg.subarray(0, 600)],
      ['a PNG of nothing but its start', Buffer.concat([png.subarray(0, 33), zeros])],
      ['a WebP of zeros', Buffer.concat([Buffer.from('RIFF\x00\x00\x01\x00WEBPVP8 '), zeros])],
      ['a GIF of zeros', Buffer.concat([Buffer.from('GIF89a'), zeros])],
      ['an AVIF of zeros', Buffer.concat([Buffer.from('\0\0\0\x20ftypavif\0\0\0\0'), zeros])],
      ['a drawing in UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${drawing('<rect width="1" height="1"/>')}`],
      ['a drawing of unclosed tags', drawing('<g>'.repeat(100_000))],
      ['a drawing that does not end', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect'],
      ['a drawing of unknown references', drawing('<use href="#none"/><rect fill="url(#none)"/>')],
      ['a drawing that refers to itself', drawing('<g id="a"><use href="#a"/></g>')],
      ['text', 'hello'],
      ['nothing', new Uint8Array()],
    ];
    for (const [name, bytes] of files) {
      const { id, status } = await bring(scene, bytes);
      expect([name, status === 201 || (status >= 400 && status < 500)]).toEqual([name, true]);
      const statuses = id === undefined ? [] : await askForForms(scene, id);
      expect([name, statuses.filter((code) => code === 0 || code >= 500)]).toEqual([name, []]);
    }
    const secret = 'Nobody is to read this name';
    const signed = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#345' } })
      .jpeg()
      .withExif({ IFD0: { Artist: secret, Copyright: secret }, IFD3: { GPSLatitude: '19/1 25/1 0/1' } })
      .toBuffer();
    const { id } = await bring(scene, signed);
    expect(id).toBeDefined();
    for (const form of ['original', 'original.jpg', ...FORMS]) {
      const headers = { authorization: `Bearer ${scene.site.tokens.author}` };
      const answer = await ask(`${scene.victim.origin}/media/${id}/${form}`, { headers });
      expect([form, answer.status]).toEqual([form, 200]);
      const served = Buffer.from(await answer.arrayBuffer());
      expect([form, served.includes(secret)]).toEqual([form, false]);
      expect([form, served.includes('Exif\0\0')]).toEqual([form, false]);
    }
  },
];

export const PICTURES: HostileCase[] = [costlyDrawings, brokenPictures];
