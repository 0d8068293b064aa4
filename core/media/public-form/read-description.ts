import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { allInside, attributesOf, textOf } from '../../html/elements.ts';
import type { FileStore } from '../file-store.ts';
import type { Media } from '../media.ts';
import { originalKey } from '../media-file.ts';
import { lettersAt, viewOf } from './read-bytes.ts';

/** Bytes at the start of a file that are looked at: cameras and programs write there. Source: Meki's own. */
const LOOKED_AT = 256 * 1024;

/** Maximum characters of an XMP packet that is parsed, and of each text. Source: Meki's own. */
const MOST = { packet: 64 * 1024, text: 1_000 };

/** What somebody wrote into a picture, in no particular language or in that of a reader. */
export interface PictureDescription {
  alt?: string;
  caption?: string;
  credit?: string;
}

/**
 * What somebody wrote into a picture of what it shows and whose it is, before it was uploaded: in XMP, IPTC or EXIF. Read from the
 * original, which is for the team only. @param languages BCP 47: the texts in each of them, or in any if there is none
 */
export async function readDescriptions(
  files: Pick<FileStore, 'readPart'>,
  media: Pick<Media, 'id' | 'contentType'>,
  languages: readonly string[],
): Promise<{ [language: string]: PictureDescription }> {
  const part = await files.readPart(originalKey(media), 0, LOOKED_AT);
  return Object.fromEntries(languages.map((language) => [language, part ? describedIn(part.bytes, language) : {}]));
}

/** The same of the first bytes of a file, of any kind; those that are damaged say nothing. */
export function describedIn(bytes: Uint8Array, language: string): PictureDescription {
  const said = [xmpIn(bytes, language), ...segmentsOf(bytes).map(saidInSegment)];
  const first = (name: keyof PictureDescription) => said.map((one) => clean(one[name])).find((text) => text !== '');
  const [alt, caption, credit] = [first('alt'), first('caption'), first('credit')];
  return { ...(alt && { alt }), ...(caption && { caption }), ...(credit && { credit }) };
}

/** What cameras write by themselves, such as `OLYMPUS DIGITAL CAMERA`. */
const BY_ITSELF = /^(?:[A-Z\d ]*(?:DIGITAL CAMERA|DSC)|untitled|default)$/;

function clean(text = ''): string {
  const line = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST.text)
    .toWellFormed();
  return BY_ITSELF.test(line) ? '' : line;
}

/** XMP is the same packet in every format, and made to be found by a scan, unless it is compressed. Source: ISO 16684-1, 7.3. */
function xmpIn(bytes: Uint8Array, language: string): PictureDescription {
  const text = new TextDecoder('latin1').decode(bytes);
  const start = text.indexOf('<x:xmpmeta');
  const end = text.indexOf('</x:xmpmeta>', start);
  if (start < 0 || end < 0 || end - start > MOST.packet) return {};
  const root = parseFragment(new TextDecoder().decode(bytes.subarray(start, end))) as unknown;
  const packet = root as DefaultTreeAdapterTypes.Element;
  const of = (...names: string[]) => names.map((name) => propertyOf(packet, name, language)).find(Boolean) ?? '';
  return {
    alt: of('Iptc4xmpCore:AltTextAccessibility'),
    caption: of('dc:description'),
    credit: of('photoshop:Credit', 'dc:creator'),
  };
}

/** A property of a packet, which is an attribute, or an element with a text or with alternatives in several languages. */
function propertyOf(packet: DefaultTreeAdapterTypes.Element, name: string, language: string): string {
  const lower = name.toLowerCase();
  const [element] = allInside(packet, lower);
  if (!element) {
    return (
      allInside(packet, 'rdf:description')
        .map((one) => attributesOf(one)[lower])
        .find(Boolean) ?? ''
    );
  }
  const all = allInside(element, 'rdf:li').map((item) => ({ in: attributesOf(item)['xml:lang'] ?? '', item }));
  const wanted = language.split('-')[0] ?? '';
  const found =
    all.find((one) => one.in.split('-')[0] === wanted) ?? all.find((one) => one.in === 'x-default') ?? all[0];
  return textOf(found?.item ?? element);
}

/** The segments with metadata of a JPEG, with their markers. Source: ITU-T T.81, B.1.1. */
function segmentsOf(bytes: Uint8Array): { marker: number; data: Uint8Array }[] {
  if (lettersAt(bytes, 0, 2) !== '\xff\xd8') return [];
  const view = viewOf(bytes);
  const found: { marker: number; data: Uint8Array }[] = [];
  for (let at = 2; at + 4 <= bytes.byteLength && bytes[at] === 0xff; ) {
    const [marker, length] = [bytes[at + 1] ?? 0, view.getUint16(at + 2)];
    if (marker === 0xda || length < 2 || at + 2 + length > bytes.byteLength) break;
    if (marker === 0xe1 || marker === 0xed) found.push({ marker, data: bytes.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
  }
  // IPTC, which people fill in, before EXIF, which cameras do.
  return found.sort((a, b) => b.marker - a.marker);
}

function saidInSegment({ marker, data }: { marker: number; data: Uint8Array }): PictureDescription {
  if (marker === 0xed) return iptcIn(data);
  return lettersAt(data, 0, 6) === 'Exif\0\0' ? exifIn(data.subarray(6)) : {};
}

/** Datasets of record 2 of IPTC-IIM. Source: IPTC-NAA Information Interchange Model 4.2, chapter 6. */
const DATASETS: { [number: number]: keyof PictureDescription } = { 120: 'caption', 110: 'credit', 80: 'credit' };

function iptcIn(data: Uint8Array): PictureDescription {
  const said: PictureDescription = {};
  const isUtf8 = lettersAt(data, 0, data.byteLength).includes('\x1c\x01\x5a\0\x03\x1b%G');
  const decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252');
  for (let at = 0; at + 5 <= data.byteLength; ) {
    const [mark, record, number = 0, high = 0, low = 0] = data.subarray(at, at + 5);
    const length = high * 256 + low;
    if (mark !== 0x1c || record === undefined || record > 9 || high > 127 || at + 5 + length > data.byteLength) {
      at++;
      continue;
    }
    const name = record === 2 ? DATASETS[number] : undefined;
    if (name) said[name] ??= decoder.decode(data.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return said;
}

/** Tags of the first directory of EXIF. Source: EXIF 2.32, 4.6.4. */
const TAGS: { [tag: number]: keyof PictureDescription } = { 270: 'caption', 315: 'credit' };

const ASCII = 2;

function exifIn(tiff: Uint8Array): PictureDescription {
  const order = lettersAt(tiff, 0, 4);
  if (tiff.byteLength < 14 || (order !== 'II*\0' && order !== 'MM\0*')) return {};
  const little = order.startsWith('I');
  const view = viewOf(tiff);
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return {};
  const said: PictureDescription = {};
  const entries = view.getUint16(directory, little);
  for (let entry = 0, at = directory + 2; entry < entries && at + 12 <= tiff.byteLength; entry++, at += 12) {
    const name = TAGS[view.getUint16(at, little)];
    const length = view.getUint32(at + 4, little);
    const start = length > 4 ? view.getUint32(at + 8, little) : at + 8;
    if (!name || view.getUint16(at + 2, little) !== ASCII || start + length > tiff.byteLength) continue;
    said[name] ??= new TextDecoder().decode(tiff.subarray(start, start + length)).replace(/\0.*$/s, '');
  }
  return said;
}
