import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { PictureFile } from '#core/media/media.ts';

/** A marker placed in every kind of metadata. */
export const PLANTED = 'PlantedAuthor';

/** The EXIF orientation: a quarter turn to the right. */
export const TURN = 6;

export const SIZE = { width: 60, height: 40 };

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${PLANTED}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** The colours of a checkerboard: preview pictures of noise take seconds to reduce to a palette. */
const COLORS = [
  [34, 68, 102],
  [187, 170, 153],
  [221, 51, 85],
] as const;

/** Number of pixels that a square of the checkerboard is wide. */
const SQUARE = 20;

/** @param first index of the first square's colour, so that the frames of an animation differ */
function picture(first = 0): Sharp {
  const { width, height } = SIZE;
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)].map((at) => Math.floor(at / SQUARE));
    return COLORS[(first + (column ?? 0) + (row ?? 0)) % COLORS.length] ?? COLORS[0];
  });
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width, height, channels: 3 } });
}

function marked(): Sharp {
  return picture()
    .withExif({
      IFD0: { Artist: PLANTED, Copyright: PLANTED, Make: PLANTED },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '20/1 36/1 0/1', GPSAreaInformation: PLANTED },
    })
    .withXmp(XMP)
    .withIccProfile('p3');
}

const text = (value: string) => Buffer.from(value, 'latin1');
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A segment of a JPEG. */
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);

/** A chunk of a PNG. */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A chunk of a WebP. */
function webpChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([text(type), length, data, Buffer.alloc(data.length % 2)]);
}

const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

const TRAILER = text(`${PLANTED} after the end`);

/** Pictures with all kinds of metadata that editors and cameras write. */
export const markedPictures: { [type in PictureFile['contentType']]: () => Promise<Buffer> } = {
  async 'image/jpeg'() {
    const bytes = await marked().withMetadata({ orientation: TURN, icc: 'p3' }).jpeg().toBuffer();
    const added = insert(
      bytes,
      2,
      segment(0xfe, text(PLANTED)),
      segment(0xed, text(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x12\x1c\x02\x50\0\x0d${PLANTED}`)),
      segment(0xe2, text(`MPF\0${PLANTED}`)),
      segment(0xe0, text(`JFXX\0\x13${PLANTED}`)),
      segment(0xe5, text(PLANTED)),
    );
    return Buffer.concat([added, TRAILER]);
  },
  async 'image/png'() {
    const bytes = await marked().withMetadata({ orientation: TURN, icc: 'p3' }).png().toBuffer();
    const chunks = [
      pngChunk('tEXt', text(`Author\0${PLANTED}`)),
      pngChunk('iTXt', text(`Comment\0\0\0\0\0${PLANTED}`)),
      pngChunk('tIME', Buffer.from([7, 230, 1, 1, 1, 1, 1])),
      pngChunk('prVt', text(PLANTED)),
    ];
    return Buffer.concat([insert(bytes, 33, ...chunks), TRAILER]);
  },
  async 'image/webp'() {
    const bytes = await marked().withMetadata({ orientation: TURN, icc: 'p3' }).webp().toBuffer();
    const added = Buffer.concat([bytes, webpChunk('NOTE', text(PLANTED))]);
    added.writeUInt32LE(added.length - 8, 4);
    return Buffer.concat([added, TRAILER]);
  },
  async 'image/avif'() {
    const bytes = await marked().avif({ effort: 0 }).toBuffer();
    const box = (type: string) => Buffer.concat([uint32(8 + PLANTED.length), text(type), text(PLANTED)]);
    return Buffer.concat([bytes, box('uuid'), box('udta')]);
  },
  async 'image/gif'() {
    const frames = [picture(0), picture(1), picture(2)].map((frame) => frame.png().toBuffer());
    const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ delay: [100, 200, 300], loop: 4 })
      .toBuffer();
    const blocks = Buffer.concat([Buffer.from([PLANTED.length]), text(PLANTED), Buffer.from([0])]);
    const at = bytes.indexOf(text('NETSCAPE2.0')) - 3;
    const added = insert(
      bytes,
      at,
      Buffer.concat([Buffer.from([0x21, 0xfe]), blocks]),
      Buffer.concat([Buffer.from([0x21, 0xff, 11]), text('XMP DataXMP'), blocks]),
      Buffer.concat([Buffer.from([0x21, 0x01, 12]), Buffer.alloc(12), blocks]),
    );
    return Buffer.concat([added, TRAILER]);
  },
  async 'image/svg+xml'() {
    const embedded = (await markedPictures['image/jpeg']()).toString('base64');
    return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!-- by ${PLANTED} -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="60" height="40"
  inkscape:export-filename="/home/${PLANTED}/a.png" data-name="${PLANTED}">
<title>An ankle</title><metadata>${PLANTED}<title>${PLANTED}</title></metadata><metadata/>
<style>/* ${PLANTED} */ .a { fill: #123 } /* ${PLANTED}</style>
<rect class="a" style="stroke: #456 /* ${PLANTED} */" width="60" height="40"/>
<image width="30" height="20" xlink:href="data:image/jpeg;base64,${embedded.slice(0, 76)}&#10;${embedded.slice(76)}"/>
</svg><!-- ${PLANTED} -->`);
  },
};

/** An animated WebP with metadata. */
export async function markedAnimation(): Promise<Buffer> {
  const frames = await Promise.all([picture(0), picture(1)].map((frame) => frame.png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 200], loop: 3 })
    .withExif({ IFD0: { Artist: PLANTED } })
    .withXmp(XMP)
    .toBuffer();
}
