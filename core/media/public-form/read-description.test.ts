import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bytesOfLetters, joinBytes } from './read-bytes.ts';
import { describedIn } from './read-description.ts';
import { stripMetadata } from './strip-metadata.ts';

const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } });
const xmp = (inner: string, attributes = '') =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const alternatives = (name: string, texts: { [language: string]: string }) =>
  `<${name}><rdf:Alt>${Object.entries(texts).map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`)}</rdf:Alt></${name}>`;

const segment = (marker: number, data: Uint8Array) =>
  joinBytes([Uint8Array.of(0xff, marker, (data.byteLength + 2) >> 8, (data.byteLength + 2) & 255), data]);
const dataset = (number: number, text: Uint8Array, record = 2) =>
  joinBytes([Uint8Array.of(0x1c, record, number, text.byteLength >> 8, text.byteLength & 255), text]);
const utf8 = (text: string) => new TextEncoder().encode(text);
const withIptc = (...sets: Uint8Array[]) =>
  joinBytes([
    bytesOfLetters('\xff\xd8'),
    segment(0xed, joinBytes([bytesOfLetters('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0'), ...sets])),
    bytesOfLetters('\xff\xda'),
  ]);
const jpegWith = (packet: string) => blank().jpeg().withXmp(packet).toBuffer();
const exif = (tags: { [tag: string]: string }) => blank().jpeg().withExif({ IFD0: tags }).toBuffer();

test.each<[string, () => Uint8Array | Promise<Uint8Array>, object]>([
  [
    'XMP in the language of the reader',
    () => jpegWith(xmp(alternatives('dc:description', { 'x-default': 'A knee', 'es-MX': 'Una rodilla' }))),
    { caption: 'Una rodilla' },
  ],
  [
    'XMP in another language, if it has no other',
    () => jpegWith(xmp(alternatives('dc:description', { fr: 'Un genou &amp; plus' }))),
    { caption: 'Un genou & plus' },
  ],
  [
    'XMP of a WebP picture, with an alternative text and a credit as an attribute',
    () =>
      blank()
        .webp()
        .withXmp(
          xmp(alternatives('Iptc4xmpCore:AltTextAccessibility', { es: 'Se ve' }), 'photoshop:Credit="Foto: Ana"'),
        )
        .toBuffer(),
    { alt: 'Se ve', credit: 'Foto: Ana' },
  ],
  [
    'IPTC in UTF-8',
    () => withIptc(dataset(90, bytesOfLetters('\x1b%G'), 1), dataset(120, utf8('Niño')), dataset(110, utf8('Eva'))),
    { caption: 'Niño', credit: 'Eva' },
  ],
  ['IPTC without a character set', () => withIptc(dataset(120, bytesOfLetters('Ni\xf1o'))), { caption: 'Niño' }],
  ['EXIF', () => exif({ ImageDescription: 'La sala', Artist: 'Ana' }), { caption: 'La sala', credit: 'Ana' }],
  ['what a camera writes by itself', () => exif({ ImageDescription: 'OLYMPUS DIGITAL CAMERA         ' }), {}],
  ['nothing', () => blank().jpeg().toBuffer(), {}],
  ['another kind of file', () => utf8('%PDF-1.7 <x:xmpmeta><dc:description>'), {}],
  ['a damaged directory', () => bytesOfLetters('\xff\xd8\xff\xe1\0\x16Exif\0\0II*\0\xff\xff\xff\xff\0\0\0\0'), {}],
])('what a picture says of itself is read: %s', async (_, make, said) => {
  expect(describedIn(await make(), 'es-MX')).toEqual(said);
});

test('bytes that are cut or wrong anywhere end in no error', async () => {
  const bytes = new Uint8Array(await exif({ ImageDescription: 'La sala' }));
  for (let at = 0; at < Math.min(400, bytes.byteLength); at++) {
    expect(() => describedIn(bytes.subarray(0, at), 'es')).not.toThrow();
    const wrong = bytes.slice();
    wrong[at] = 255 - (wrong[at] ?? 0);
    expect(() => describedIn(wrong, 'es')).not.toThrow();
  }
});

test('nothing of it is in what the public gets', async () => {
  const bytes = await jpegWith(xmp(alternatives('dc:description', { es: 'Una rodilla' }), 'photoshop:Credit="Ana"'));
  const shown = stripMetadata(bytes, 'image/jpeg');
  expect(shown && describedIn(shown, 'es')).toEqual({});
});
