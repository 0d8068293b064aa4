import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mediaIdOf } from '#core/media/media-file.ts';
import { readOtherFile } from './judge-file.ts';

const judge = (bytes: Uint8Array, name: string) => readOtherFile(new Blob([new Uint8Array(bytes)]), name);
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf8 = (text: string) => new TextEncoder().encode(text);

interface Entry {
  name: string;
  contents?: string;
  /** What the directory says instead of the true size. */
  declared?: number;
}

/** A ZIP archive whose entries are stored as they are. */
function zip(entries: Entry[]): Uint8Array {
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
const docx = (...more: Entry[]) => office('word/document.xml', 'wordprocessingml.document', ...more);
const xlsx = (...more: Entry[]) => office('xl/workbook.xml', 'spreadsheetml.sheet', ...more);
const pptx = office('ppt/presentation.xml', 'presentationml.presentation');
const typed = (mime: string, ...more: Entry[]) => zip([{ name: 'mimetype', contents: mime }, ...more]);

/** A PDF of some pages. @param catalog more of the catalogue's entries */
function pdf({ catalog = '', pages = 1, before = '', trailer = '' } = {}): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const leaves = Array.from(
    { length: pages },
    (_, index) => `${index + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n`,
  ).join('');
  const body = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj\n${leaves}${before}`;
  return ascii(`${body}trailer<</Root 1 0 R${trailer}>>\nstartxref\n0\n%%EOF\n`);
}

/** An object stream that is packed, as most programs write them. */
function packed(objects: string): string {
  const stream = deflateSync(Buffer.from(objects, 'latin1')).toString('latin1');
  return `90 0 obj<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`;
}

const box = (type: string, body = '') => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + body.length);
  return `${size.toString('latin1')}${type}${body}`;
};
const mp4 = (brand: string, ...boxes: string[]) => ascii([box('ftyp', `${brand}\0\0\0\0`), ...boxes].join(''));
const webm = ascii('\x1a\x45\xdf\xa3\x84\x42\x82\x84webm\x18\x53\x80\x67');
const ogg = (codec: string) => ascii(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e${codec}${'\0'.repeat(40)}`);

describe('a file that the site takes', () => {
  test.each<[string, Uint8Array, object]>([
    ['precios.pdf', pdf(), { contentType: 'application/pdf', pages: 1 }],
    ['Lista de precios 2026 – niños.pdf', pdf({ pages: 12 }), { contentType: 'application/pdf', pages: 12 }],
    ['precios.jpg', pdf(), { contentType: 'application/pdf', pages: 1 }],
    ['formulario.docx', docx(), { contentType: expect.stringContaining('wordprocessingml.document') }],
    ['tabla.xlsx', xlsx(), { contentType: expect.stringContaining('spreadsheetml.sheet') }],
    ['charla.pptx', pptx, { contentType: expect.stringContaining('presentationml.presentation') }],
    ['carta.odt', typed('application/vnd.oasis.opendocument.text'), { contentType: expect.stringContaining('.text') }],
    [
      'hoja.ods',
      typed('application/vnd.oasis.opendocument.spreadsheet'),
      { contentType: expect.stringContaining('.spreadsheet') },
    ],
    ['libro.epub', typed('application/epub+zip'), { contentType: 'application/epub+zip' }],
    ['todo.zip', zip([{ name: 'a.txt' }, { name: 'carpeta/niños.txt' }]), { contentType: 'application/zip' }],
    ['vacio.zip', zip([]), { contentType: 'application/zip' }],
    ['carta.rtf', ascii('{\\rtf1\\ansi Hola}'), { contentType: 'application/rtf' }],
    ['nota.txt', utf8('Ayuno de seis horas. ¿Dudas?'), { contentType: 'text/plain' }],
    ['NOTA.TXT', ascii('Preparaci\xf3n'), { contentType: 'text/plain' }],
    ['nota.txt', ascii('\xff\xfeH\0o\0l\0a\0'), { contentType: 'text/plain' }],
    ['nota.txt', utf8('\uFEFFHola'), { contentType: 'text/plain' }],
    ['nota.txt', utf8('<!doctype html><script>alert(1)</script>'), { contentType: 'text/plain' }],
    ['precios.csv', utf8('estudio;precio\nRadiografía;350,00\n'), { contentType: 'text/csv' }],
    ['cita.ics', utf8('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'), { contentType: 'text/calendar' }],
    ['centro.vcf', utf8('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Meki\r\nEND:VCARD\r\n'), { contentType: 'text/vcard' }],
    ['es.vtt', utf8('WEBVTT\n\n00:00.000 --> 00:02.000\nHola\n'), { contentType: 'text/vtt' }],
    ['es.vtt', utf8('\uFEFFWEBVTT\n\n00:00.000 --> 00:02.000\nHola\n'), { contentType: 'text/vtt' }],
    ['voz.mp3', ascii(`ID3\x04\0\0\0\0\0\0\xff\xfb\x90\x44${'\0'.repeat(420)}`), { contentType: 'audio/mpeg' }],
    ['voz.m4a', mp4('M4A ', box('moov')), { contentType: 'audio/mp4' }],
    ['voz.ogg', ogg('\x01vorbis'), { contentType: 'audio/ogg' }],
    ['voz.opus', ogg('OpusHead'), { contentType: 'audio/ogg' }],
    ['sala.mp4', mp4('isom', box('moov'), box('mdat', 'x')), { contentType: 'video/mp4' }],
    ['sala.m4v', mp4('M4V ', box('moov')), { contentType: 'video/mp4' }],
    ['sala.webm', webm, { contentType: 'video/webm' }],
  ])('%s is read (%#)', async (name, bytes, expected) => {
    expect(await judge(bytes, name)).toEqual({ ok: true, id: await mediaIdOf(bytes), ...expected });
  });
});

describe('a PDF that does more than show', () => {
  const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
  test.each<[string, Uint8Array]>([
    ['a script when it opens', pdf({ catalog: script })],
    ['a script whose name is written with codes', pdf({ catalog: '/OpenAction<</S/J#61vaScript/J#53(x)>>' })],
    ['a program that it starts', pdf({ catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' })],
    ['a script in a packed stream', pdf({ before: packed('91 0 <</S/JavaScript/JS(x)>>') })],
    [
      'a stream that is packed in an unknown way',
      pdf({ before: '9 0 obj<</Type/ObjStm>>stream\n??\nendstream endobj\n' }),
    ],
    ['a file within', pdf({ before: '9 0 obj<</Type/EmbeddedFile>>endobj\n' })],
  ])('%s: it is saved, not opened', async (_, bytes) => {
    expect(await judge(bytes, 'a.pdf')).toEqual({
      ok: true,
      id: await mediaIdOf(bytes),
      contentType: 'application/pdf',
      pages: 1,
      isActive: true,
    });
  });
});

describe('a file that the site refuses', () => {
  const macro = { name: 'word/vbaProject.bin' };
  test.each<[string, string, Uint8Array, string]>([
    ['no bytes', 'a.pdf', new Uint8Array(), 'empty'],
    ['a page', 'a.html', utf8('<!doctype html><p>x'), 'type'],
    ['a page that says it is a PDF', 'a.pdf', utf8('<!doctype html><script>x</script>'), 'type'],
    ['a script', 'a.js', utf8('alert(1)'), 'type'],
    ['a shell script', 'a.sh', utf8('#!/bin/sh\nrm -rf /'), 'type'],
    ['a program', 'a.exe', ascii(`MZ${'\0'.repeat(200)}`), 'type'],
    ['a program that says it is a text', 'a.txt', ascii(`MZ\x90\0${'\0'.repeat(200)}`), 'type'],
    ['a program of Linux', 'a', ascii(`\x7fELF\x02\x01\x01${'\0'.repeat(200)}`), 'type'],
    ['an archive of another kind', 'a.7z', ascii(`7z\xbc\xaf\x27\x1c${'\0'.repeat(200)}`), 'type'],
    ['a document of old Word', 'a.doc', ascii(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`), 'type'],
    ['a film of QuickTime', 'a.mov', mp4('qt  ', box('moov')), 'type'],
    ['bytes without a meaning', 'a.bin', ascii('\x01\x02\x03\x04\x05\x06\x07\x08'), 'type'],
    ['control characters in a text', 'a.txt', ascii('a\x1b[31mb'), 'type'],
    ['half a character in UTF-16', 'a.txt', ascii('\xff\xfeH'), 'type'],
    ['a calendar that is none', 'a.ics', utf8('Hola'), 'type'],
    ['captions without their first line', 'a.vtt', utf8('1\n00:00:00,000 --> 00:00:02,000\nHola\n'), 'type'],
    ['a name that says two types', 'precios.pdf.exe', ascii(`MZ${'\0'.repeat(200)}`), 'type'],
    ['a photograph of a telephone', 'IMG_0001.HEIC', mp4('heic', box('meta')), 'heic'],
    ['a PDF without its end', 'a.pdf', pdf().subarray(0, 80), 'unreadable'],
    ['a PDF with an end and nothing else', 'a.pdf', ascii('%PDF-1.7\n%%EOF'), 'unreadable'],
    ['an archive without its end', 'a.zip', zip([{ name: 'a' }]).subarray(0, 40), 'unreadable'],
    ['a document without its end', 'a.docx', docx().subarray(0, -30), 'unreadable'],
    [
      'a film without its end',
      'a.mp4',
      mp4('isom', box('moov'), box('mdat', 'x'.repeat(99))).subarray(0, 60),
      'unreadable',
    ],
    ['a film without an index', 'a.mp4', mp4('isom', box('mdat', 'x')), 'unreadable'],
    ['names that lead out of the archive', 'a.zip', zip([{ name: '../../etc/passwd' }]), 'unreadable'],
    ['a document with macros', 'a.docx', docx(macro), 'macros'],
    ['a workbook with macros', 'a.xlsx', xlsx({ name: 'xl/vbaProject.bin' }), 'macros'],
    [
      'a document of the kind with macros',
      'a.docx',
      zip([
        {
          name: '[Content_Types].xml',
          contents:
            '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        },
      ]),
      'macros',
    ],
    ['an archive that unpacks to a gigabyte', 'a.zip', zip([{ name: 'a', declared: 1_500_000_000 }]), 'bomb'],
    ['an archive that unpacks to 200 times its size', 'a.zip', zip([{ name: 'a', declared: 900_000 }]), 'bomb'],
  ])('%s', async (_, name, bytes, reason) => {
    expect(await judge(bytes, name)).toEqual({ ok: false, reason });
  });
});
