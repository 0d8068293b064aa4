import { crc32, deflateSync } from 'node:zlib';

/** Bytes of one byte a character. */
export const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
export const utf8 = (text: string) => new TextEncoder().encode(text);

interface Entry {
  name: string;
  contents?: string;
  /** What the directory says instead of the true size. */
  declared?: number;
}

/** A ZIP archive whose entries are stored as they are. */
export function zip(entries: Entry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, contents = 'x', declared } of entries) {
    const [title, body] = [Buffer.from(name), Buffer.from(contents)];
    const method = declared === undefined ? 0 : 8;
    const packed = declared === undefined ? body : deflateSync(body);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared ?? body.length, 18);
    common.writeUInt16LE(title.length, 22);
    const central = Buffer.alloc(16);
    central.writeUInt32LE(at, 12);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, central.subarray(0, 14), title]),
    );
    const offset = directory.at(-1) as Buffer;
    offset.writeUInt32LE(at, 42);
    files.push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, packed]));
    at += (files.at(-1) as Buffer).length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...files, central, end]));
}

const office = (part: string, type: string, ...more: Entry[]) =>
  zip([
    {
      name: '[Content_Types].xml',
      contents: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    },
    { name: part },
    ...more,
  ]);
export const docx = (...more: Entry[]) => office('word/document.xml', 'wordprocessingml.document', ...more);
export const xlsx = (...more: Entry[]) => office('xl/workbook.xml', 'spreadsheetml.sheet', ...more);
export const pptx = office('ppt/presentation.xml', 'presentationml.presentation');
/** An archive whose first entry says its type. */
export const typed = (mime: string, ...more: Entry[]) => zip([{ name: 'mimetype', contents: mime }, ...more]);

/** A PDF of some pages. @param catalog more of the catalogue's entries */
export function pdf({ catalog = '', pages = 1, before = '', trailer = '' } = {}): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const leaves = Array.from(
    { length: pages },
    (_, index) => `${index + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n`,
  ).join('');
  const body = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj\n${leaves}${before}`;
  return ascii(`${body}trailer<</Root 1 0 R${trailer}>>\nstartxref\n0\n%%EOF\n`);
}

/** An object stream that is packed, as most programs write them. */
export function packed(objects: string): string {
  const stream = deflateSync(Buffer.from(objects, 'latin1')).toString('latin1');
  return `90 0 obj<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`;
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.toString('latin1');
};

/** A box of a film. */
export const box = (type: string, body = '') => `${uint32(8 + body.length)}${type}${body}`;

/** The index of a film of some seconds, with a track of pictures. @param more boxes of it. Source: ISO/IEC 14496-12, 8.2 to 8.4. */
export function index(seconds: number, more = ''): string {
  const time = uint32(1_000) + uint32(seconds * 1_000);
  const nothing = (bytes: number) => '\0'.repeat(bytes);
  const track = box('tkhd', nothing(12) + uint32(1) + nothing(68));
  const media = box('mdhd', nothing(12) + time + nothing(4)) + box('hdlr', `${nothing(8)}vide${nothing(13)}`);
  return box('moov', box('mvhd', nothing(12) + time + nothing(80)) + box('trak', track + box('mdia', media)) + more);
}

/** What says of a film in fragments how long they are together, and the index of a fragment. Source: ISO/IEC 14496-12, 8.8 and 8.16.3. */
export const fragmented = (seconds?: number) =>
  box('mvex', seconds ? box('mehd', uint32(0) + uint32(seconds * 1_000)) : '');
export function segments(...seconds: number[]): string {
  const parts = seconds.map((each) => uint32(99) + uint32(each * 1_000) + uint32(0));
  const [own, nothing] = [uint32(1) + uint32(1_000), uint32(0)];
  const count = String.fromCharCode(0, 0, 0, seconds.length);
  return box('sidx', nothing + own + nothing + nothing + count + parts.join(''));
}

export const mp4 = (brand: string, ...boxes: string[]) => ascii([box('ftyp', `${brand}\0\0\0\0`), ...boxes].join(''));

export const webm = ascii('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x80');

export const ogg = (codec: string) => ascii(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e${codec}${'\0'.repeat(40)}`);
