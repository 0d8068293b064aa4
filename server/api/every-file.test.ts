import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { fileCards } from '#core/files/file-card.ts';
import { fileAddress, versionedAddress } from '#core/files/file-name.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import type { FileKind } from '#core/media/media-file.ts';
import type { MediaRefusal } from '#core/media/store-media.ts';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import {
  ascii,
  box,
  docx,
  fragmented,
  index,
  mp4,
  ogg,
  packed,
  pdf,
  pptx,
  segments,
  typed,
  utf8,
  webm,
  xlsx,
  zip,
} from '../../test/helpers/files/made-files.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createMediaRoutes } from './media.ts';

const pictures = createPictures();
afterAll(() => pictures.close());

const eva = person('editor', 'eva');
let site: ReturnType<typeof createFileSite>;
beforeEach(() => {
  site = createFileSite();
});

function createFileSite() {
  const { store, config, ...others } = createItemSite();
  const files = createMemoryFileStore();
  const state = { mayRead: false };
  const routes = createMediaRoutes({
    ...{ store, remembered: store, files, pictures },
    drawnFiles: createDrawnFiles({ files, log: createFakeLog() }),
    judgeReader: async () => ({ mayRead: state.mayRead, setCookies: [] }),
    readPreview: async () => undefined,
    tellsSharedCaches: true,
  });
  const dependencies = { store, config, files, pictures };
  const upload = (name: string, contents: Uint8Array) =>
    storeFile(dependencies, eva, { name, contents: new Blob([new Uint8Array(contents)]) });
  async function add(name: string, contents: Uint8Array) {
    const stored = await upload(name, contents);
    if (!stored.ok) throw new Error(stored.problem);
    return stored.file;
  }
  const get = (address: string, headers = {}) => routes.request(address, { headers });
  return { ...others, store, config, dependencies, files, state, upload, add, get };
}

/** What becomes of a file that the site takes. */
interface Taken {
  kind: FileKind;
  type: string;
  /** The name that it is kept under; default: its own. */
  as?: string;
  /** The last part of its address; default: its name. */
  at?: string;
  /** Whether browsers open it. */
  opens: boolean;
  /** What is known of it. */
  facts?: object;
}

const shades = (width = 3, height = 2): Sharp =>
  sharp(
    Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 37) % 251),
    { raw: { width, height, channels: 3 } },
  );
const drawing = (inner = '') => utf8(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`);
const frames = sharp(
  Uint8Array.from({ length: 4 * 8 * 3 }, (_, at) => at * 2),
  {
    raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
  },
);
const office = (part: string) => `application/vnd.openxmlformats-officedocument.${part}`;
const open = (part: string) => `application/vnd.oasis.opendocument.${part}`;
const zeros = (count: number) => '\0'.repeat(count);

const picture = (type: string, rest: Partial<Taken> = {}): Taken => ({ kind: 'picture', type, opens: true, ...rest });
const document = (type: string, rest: Partial<Taken> = {}): Taken => ({
  kind: 'document',
  type,
  opens: false,
  ...rest,
});
const paper = (rest: Partial<Taken> = {}): Taken => document('application/pdf', { opens: true, ...rest });
const sound = (type: string, rest: Partial<Taken> = {}): Taken => ({ kind: 'sound', type, opens: true, ...rest });
const film = (type: string, rest: Partial<Taken> = {}): Taken => ({ kind: 'video', type, opens: true, ...rest });
const captions: Taken = { kind: 'captions', type: 'text/vtt', opens: false };

const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
const launch = '91 0 <</S/Launch/F(cmd.exe)>>';
const empty = deflateSync('').toString('latin1');
const active: Partial<Taken> = { opens: false, facts: { pages: 1, isActive: true } };

describe('a file of the library', () => {
  test.each<[name: string, bytes: Uint8Array | Sharp, taken: Taken]>([
    ['foto.jpg', shades().jpeg(), picture('image/jpeg', { facts: { width: 3, height: 2 } })],
    [
      'girada.jpeg',
      shades().withMetadata({ orientation: 6 }).jpeg(),
      picture('image/jpeg', { at: 'girada.jpg', facts: { width: 2, height: 3 } }),
    ],
    ['imprenta.jpg', shades().toColourspace('cmyk').jpeg(), picture('image/jpeg')],
    ['honda.png', shades().toColourspace('rgb16').png(), picture('image/png')],
    ['punto.png', shades(1, 1).png(), picture('image/png', { facts: { width: 1, height: 1 } })],
    ['paleta.png', shades().png({ palette: true }), picture('image/png')],
    ['tira.webp', shades(2_000, 1).webp(), picture('image/webp', { facts: { width: 2_000 } })],
    ['se mueve.gif', frames.clone().gif(), picture('image/gif', { at: 'se-mueve.gif', facts: { isAnimated: true } })],
    ['se-mueve.webp', frames.clone().webp(), picture('image/webp', { facts: { isAnimated: true } })],
    ['foto.avif', shades(16, 16).avif({ effort: 0 }), picture('image/avif')],
    ['plano.svg', drawing('<path d="M0 0"/>'), picture('image/svg+xml')],
    ['foto.pdf', shades().png(), picture('image/png', { as: 'foto.png', at: 'foto.png' })],
    ['foto.exe', shades().png(), picture('image/png', { as: 'foto.exe.png', at: 'foto-exe.png' })],

    ['precios.pdf', pdf(), paper({ facts: { pages: 1 } })],
    [
      'Lista de precios 2026 – niños.pdf',
      pdf({ pages: 12 }),
      paper({ at: 'lista-de-precios-2026-ninos.pdf', facts: { pages: 12 } }),
    ],
    ['価格表.pdf', pdf(), paper({ at: 'file.pdf' })],
    ['Прайс.pdf', pdf(), paper({ at: 'prais.pdf' })],
    ['precios.jpg', pdf(), paper({ as: 'precios.pdf', at: 'precios.pdf' })],
    ['precios', pdf(), paper({ as: 'precios.pdf', at: 'precios.pdf' })],
    ['script.pdf', pdf({ catalog: script }), paper(active)],
    ['codes.pdf', pdf({ catalog: '/OpenAction<</S/J#61vaScript/J#53(x)>>' }), paper(active)],
    ['launch.pdf', pdf({ catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' }), paper(active)],
    ['packed.pdf', pdf({ before: packed('91 0 <</S/JavaScript/JS(x)>>') }), paper(active)],
    ['unknown.pdf', pdf({ before: '9 0 obj<</Type/ObjStm>>stream\n??\nendstream endobj\n' }), paper(active)],
    ['quiet.pdf', pdf({ before: packed('91 0 <</Length 1>>') }), paper({ facts: { pages: 1 } })],
    ['coded-type.pdf', pdf({ before: packed(launch).replace('/ObjStm', '/Obj#53tm') }), paper(active)],
    ['long.pdf', pdf({ before: packed(launch).replace('/N 1', `/N 1/X[${'0 '.repeat(1_500)}]`) }), paper(active)],
    ['after-cr.pdf', pdf({ before: packed(launch).replace('>>stream\n', '>>stream\r') }), paper(active)],
    [
      'other-before.pdf',
      pdf({ before: packed(launch).replace('/N 1', `/X(stream\n${empty}endstream)`) }),
      paper(active),
    ],
    ['twice.pdf', pdf({ before: packed('4c>').replace('/FlateDecode', '[/FlateDecode/AHx]') }), paper(active)],
    [
      'shifted.pdf',
      pdf({ before: packed('x').replace('/Filter', '/DecodeParms<</Predictor 12>>/Filter') }),
      paper(active),
    ],
    ['within.pdf', pdf({ before: '9 0 obj<</Type/EmbeddedFile>>endobj\n' }), paper(active)],

    ['formulario.docx', docx(), document(office('wordprocessingml.document'))],
    ['tabla.xlsx', xlsx(), document(office('spreadsheetml.sheet'))],
    ['charla.pptx', pptx, document(office('presentationml.presentation'))],
    ['carta.odt', typed(open('text')), document(open('text'))],
    ['hoja.ods', typed(open('spreadsheet')), document(open('spreadsheet'))],
    ['libro.epub', typed('application/epub+zip'), document('application/epub+zip')],
    ['todo.zip', zip([{ name: 'a.txt' }, { name: 'carpeta/niños.txt' }]), document('application/zip')],
    ['vacio.zip', zip([]), document('application/zip')],
    ['carta.txt', ascii('{\\rtf1\\ansi Hola}'), document('application/rtf', { as: 'carta.rtf', at: 'carta.rtf' })],
    ['carta.rtf', ascii('{\\rtf1\\ansi Hola}'), document('application/rtf')],
    ['nota.txt', utf8('Ayuno de seis horas. ¿Dudas?'), document('text/plain')],
    ['NOTA.TXT', ascii('Preparaci\xf3n'), document('text/plain', { at: 'nota.txt' })],
    ['marca.txt', utf8('\uFEFFHola'), document('text/plain')],
    ['utf16.txt', ascii('\xff\xfeH\0o\0l\0a\0'), document('text/plain')],
    ['pagina.txt', utf8('<!doctype html><script>alert(1)</script>'), document('text/plain')],
    // The first letters of sounds, pictures, programs and other files.
    ...[
      'ID3;precio\n1;350,00',
      'BM Radiología',
      'MZ;casa',
      '%!PS y otras cosas',
      'Rar!\n',
      'fLaC',
      '<?xml version="1.0"?>',
    ].map((text): [string, Uint8Array, Taken] => ['como.csv', utf8(text), document('text/csv')]),
    ['firma.txt', utf8('-----BEGIN PGP SIGNATURE-----\n'), document('text/plain')],
    ['como.txt', ascii('BM;A\xf1o\r\n'), document('text/plain')],
    ['una letra.txt', utf8('x'), document('text/plain', { at: 'una-letra.txt' })],
    ['precios.csv', utf8('estudio;precio\nRadiografía;350,00\n'), document('text/csv')],
    ['cita.ics', utf8('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'), document('text/calendar')],
    ['centro.vcf', utf8('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Meki\r\nEND:VCARD\r\n'), document('text/vcard')],
    ['es.vtt', utf8('WEBVTT\n\n00:00.000 --> 00:02.000\nHola\n'), captions],
    ['marca.vtt', utf8('\uFEFFWEBVTT\n\n00:00.000 --> 00:02.000\nHola\n'), captions],

    ['voz.mp3', ascii(`ID3\x04${zeros(6)}\xff\xfb\x90\x44${zeros(420)}`), sound('audio/mpeg')],
    ['voz.m4a', mp4('M4A ', index(90)), sound('audio/mp4', { facts: { seconds: 90 } })],
    ['voz.ogg', ogg('\x01vorbis'), sound('audio/ogg')],
    ['voz.opus', ogg('OpusHead'), sound('audio/ogg', { at: 'voz.ogg' })],
    ['sala.mp4', mp4('isom', index(5), box('mdat', 'x')), film('video/mp4', { facts: { seconds: 5 } })],
    ['directo.mp4', mp4('iso5', index(2, fragmented(30)), box('moof')), film('video/mp4', { facts: { seconds: 30 } })],
    [
      'trozos.mp4',
      mp4('iso5', index(2, fragmented()), segments(4, 5), box('moof')),
      film('video/mp4', { facts: { seconds: 9 } }),
    ],
    ['sala.m4v', mp4('M4V ', index(7)), film('video/mp4', { at: 'sala.mp4' })],
    ['sala.webm', webm, film('video/webm')],

    ['../../etc/passwd.pdf', pdf(), paper({ as: 'passwd.pdf', at: 'passwd.pdf' })],
    ['C:\\casa\\a.pdf', pdf(), paper({ as: 'a.pdf', at: 'a.pdf' })],
    ['factura\u202efdp.exe', pdf(), paper({ as: 'facturafdp.exe.pdf', at: 'facturafdp-exe.pdf' })],
    ['a\u0000b\r\nSet-Cookie: x.pdf', pdf(), paper({ as: 'abSet-Cookie- x.pdf', at: 'abset-cookie-x.pdf' })],
    ['"; filename=x.pdf', pdf(), paper({ as: '-; filename=x.pdf', at: 'filename-x.pdf' })],
    [`${'ñ'.repeat(300)}.pdf`, pdf(), paper({ as: `${'ñ'.repeat(251)}.pdf`, at: `${'n'.repeat(80)}.pdf` })],
    ['CON.pdf', pdf(), paper({ as: '_CON.pdf', at: 'con.pdf' })],
    ['...', pdf(), paper({ as: 'file.pdf', at: 'file.pdf' })],
    ['😀.pdf', pdf(), paper({ at: 'file.pdf' })],
  ])('%j is stored, shown in the library, and sent as what it is', async (name, made, taken) => {
    const bytes = made instanceof Uint8Array ? made : new Uint8Array(await made.toBuffer());
    const { kind, type, as = name, at = as, opens, facts = {} } = taken;
    const stored = await site.upload(name, bytes);
    if (!stored.ok) throw new Error(stored.problem);
    const { file, media } = stored;
    expect(file).toMatchObject({ kind, current: { name: as, contentType: type, bytes: bytes.byteLength } });
    expect(media).toMatchObject(facts);
    expect((await getDocument(site.store, fileCards.at(file.id)))?.data).toMatchObject({ kind, name: as });

    const address = fileAddress(file.id, file.current);
    expect(address).toBe(`/files/${file.id}/${at}`);
    const response = await site.get(address);
    expect(response.status).toBe(200);
    const sent = new Uint8Array(await response.arrayBuffer());
    if (kind !== 'picture') expect(sent).toEqual(bytes);
    const { headers } = response;
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(namedIn(headers)).toEqual([opens ? 'inline' : 'attachment', as]);
    const part = await site.get(address, { range: 'bytes=0-3' });
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, sent.slice(0, 4)]);
    expect((await site.get(address, { range: `bytes=${sent.byteLength}-` })).status).toBe(416);
  });
});

/** Whether a browser opens a response, and the name that it saves it under. */
function namedIn(headers: Headers): (string | undefined)[] {
  const said = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]*)/.exec(said)?.[1];
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/.exec(said);
  return [said.split(';', 1)[0], encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decodeURIComponent(encoded)];
}

describe('a file that is refused leaves nothing', () => {
  const macro = { name: 'word/vbaProject.bin' };
  const macros =
    '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
  const huge = shades(10, 10).resize(9_000, 6_000, { kernel: 'nearest' }).png({ compressionLevel: 1 });
  test.each<[what: string, name: string, bytes: Uint8Array | Sharp, reason: MediaRefusal]>([
    ['no bytes', 'a.pdf', new Uint8Array(), 'empty'],
    ['a page', 'a.html', utf8('<!doctype html><p>x'), 'type'],
    ['a page that says it is a PDF', 'a.pdf', utf8('<!doctype html><script>x</script>'), 'type'],
    ['a script', 'a.js', utf8('alert(1)'), 'type'],
    ['a shell script', 'a.sh', utf8('#!/bin/sh\nrm -rf /'), 'type'],
    ['a program', 'a.exe', ascii(`MZ${zeros(200)}`), 'type'],
    ['a program that says it is a text', 'a.txt', ascii(`MZ\x90\0${zeros(200)}`), 'type'],
    ['a sound that says it is a text', 'a.txt', ascii(`fLaC${zeros(40)}`), 'type'],
    ['a picture of another kind that says it is a text', 'a.csv', ascii(`BM${zeros(60)}`), 'type'],
    ['letters that begin like a program', 'a.exe', ascii('MZ and more'), 'type'],
    ['letters that begin like another archive', 'a.rar', ascii('Rar! and more'), 'type'],
    ['a program of Linux', 'a', ascii(`\x7fELF\x02\x01\x01${zeros(200)}`), 'type'],
    ['an archive of another kind', 'a.7z', ascii(`7z\xbc\xaf\x27\x1c${zeros(200)}`), 'type'],
    ['a document of old Word', 'a.doc', ascii(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${zeros(600)}`), 'type'],
    ['a film of QuickTime', 'a.mov', mp4('qt  ', box('moov')), 'type'],
    ['bytes without a meaning', 'a.bin', ascii('\x01\x02\x03\x04\x05\x06\x07\x08'), 'type'],
    ['control characters in a text', 'a.txt', ascii('a\x1b[31mb'), 'type'],
    ['half a character in UTF-16', 'a.txt', ascii('\xff\xfeH'), 'type'],
    ['a calendar that is none', 'a.ics', utf8('Hola'), 'type'],
    ['captions without their first line', 'a.vtt', utf8('1\n00:00:00,000 --> 00:00:02,000\nHola\n'), 'type'],
    ['a name that says two types', 'precios.pdf.exe', ascii(`MZ${zeros(200)}`), 'type'],
    ['a photograph of a telephone', 'IMG_0001.HEIC', mp4('heic', box('meta')), 'heic'],
    ['a drawing with a script', 'a.svg', drawing('<script>alert(1)</script>'), 'unreadable'],
    ['a drawing that fetches', 'a.svg', drawing('<image href="https://example.org/a.png"/>'), 'unreadable'],
    ['a picture of 54 megapixels', 'a.png', huge, 'pixels'],
    ['a picture that is cut off', 'a.png', ascii('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'), 'unreadable'],
    ['a page that begins like a picture', 'a.gif', ascii('GIF89a<script>alert(1)</script>'), 'unreadable'],
    ['a PDF without its end', 'a.pdf', pdf().subarray(0, 80), 'unreadable'],
    ['a PDF with an end and nothing else', 'a.pdf', ascii('%PDF-1.7\n%%EOF'), 'unreadable'],
    [
      'a PDF of fewer than no pages',
      'a.pdf',
      ascii(String.fromCharCode(...pdf()).replace('/Count 1', '/Count -5')),
      'unreadable',
    ],
    ['an archive without its end', 'a.zip', zip([{ name: 'a' }]).subarray(0, 40), 'unreadable'],
    ['a document without its end', 'a.docx', docx().subarray(0, -30), 'unreadable'],
    [
      'a film without its end',
      'a.mp4',
      mp4('isom', index(1), box('mdat', 'x'.repeat(99))).subarray(0, 90),
      'unreadable',
    ],
    ['a film without an index', 'a.mp4', mp4('isom', box('mdat', 'x')), 'unreadable'],
    ['names that lead out of the archive', 'a.zip', zip([{ name: '../../etc/passwd' }]), 'unreadable'],
    ['a document with macros', 'a.docx', docx(macro), 'macros'],
    ['a workbook with macros', 'a.xlsx', xlsx({ name: 'xl/vbaProject.bin' }), 'macros'],
    [
      'a document of the kind with macros',
      'a.docx',
      zip([{ name: '[Content_Types].xml', contents: macros }]),
      'macros',
    ],
    ['an archive that unpacks to a gigabyte', 'a.zip', zip([{ name: 'a', declared: 1_500_000_000 }]), 'bomb'],
    ['an archive that unpacks to 200 times its size', 'a.zip', zip([{ name: 'a', declared: 900_000 }]), 'bomb'],
    ['a sound of more than 100 MB', 'a.mp3', new Uint8Array(100_000_001), 'file-size'],
  ])('%s', async (_, name, made, reason) => {
    const bytes = made instanceof Uint8Array ? made : new Uint8Array(await made.toBuffer());
    expect(await site.upload(name, bytes)).toMatchObject({ ok: false, reason });
    expect(await site.store.runQuery({ collection: 'files', limit: 1 })).toEqual([]);
    expect(await site.files.list('media', undefined, 1)).toEqual([]);
  });
});

describe('the address of a file', () => {
  const upload = async (name = 'precios.pdf') => {
    const file = await site.add(name, pdf());
    return { file, stable: fileAddress(file.id, file.current), fixed: versionedAddress(file.id, file.current) };
  };
  const answer = async (address: string, headers = {}) => {
    const response = await site.get(address, headers);
    return [response.status, response.headers.get('location') ?? response.headers.get('cache-control')];
  };

  test('stays, and follows each replacement; that of a version never changes', async () => {
    const { file, stable, fixed } = await upload();
    expect(await answer(stable)).toEqual([200, 'public, no-cache']);
    expect(await answer(fixed)).toEqual([200, expect.stringContaining('immutable')]);
    const tag = (await site.get(stable)).headers.get('etag') ?? '';
    expect((await site.get(stable, { 'if-none-match': tag })).status).toBe(304);

    const next = { id: file.id, expectedVersion: 1, name: 'Precios 2027.pdf', contents: pdf({ pages: 3 }) };
    expect(await replaceFile(site.dependencies, eva, next)).toMatchObject({ ok: true });
    const renamed = `/files/${file.id}/precios-2027.pdf`;
    expect(await answer(stable)).toEqual([302, renamed]);
    expect(await answer(fixed)).toEqual([302, renamed]);
    expect(new Uint8Array(await (await site.get(renamed)).arrayBuffer())).toEqual(pdf({ pages: 3 }));
    expect((await site.get(renamed, { 'if-none-match': tag })).status).toBe(200);
  });

  test('leads to the right name, and nowhere for a file that is not there', async () => {
    const { stable, file } = await upload();
    expect(await answer(`/files/${file.id}/otra-cosa.pdf`)).toEqual([302, stable]);
    expect(await answer(`/files/${'0'.repeat(32)}/precios.pdf`)).toEqual([404, 'no-store']);
    expect(await answer('/files/x/precios.pdf')).toEqual([404, 'no-store']);
  });

  test('has the bytes of a language where it has its own', async () => {
    const { file, stable } = await upload();
    const own = { id: file.id, expectedVersion: 1, name: 'prices.pdf', contents: pdf({ pages: 2 }), language: 'en' };
    expect(await replaceFile(site.dependencies, eva, own)).toMatchObject({ ok: true });
    expect(await answer(`${stable}?language=en`)).toEqual([302, `/files/${file.id}/prices.pdf?language=en`]);
    const english = await site.get(`/files/${file.id}/prices.pdf?language=en`);
    expect(new Uint8Array(await english.arrayBuffer())).toEqual(pdf({ pages: 2 }));
    expect(await answer(stable)).toEqual([200, 'public, no-cache']);
  });

  test('a part is sent only of the same bytes', async () => {
    const file = await site.add('sala.mp4', mp4('isom', index(1)));
    const address = fileAddress(file.id, file.current);
    const tag = (await site.get(address)).headers.get('etag') ?? '';
    const part = await site.get(address, { range: 'bytes=4-7', 'if-range': tag });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'ftyp', 'bytes 4-7/305']);
    expect((await site.get(address, { range: 'bytes=4-7', 'if-range': '"other"' })).status).toBe(200);
  });

  test('is not there for visitors while only drafts use the file', async () => {
    const { file, stable, fixed } = await upload();
    const link = { type: 'text', text: 'Precios', marks: [{ type: 'link', attrs: { href: stable } }] };
    const body = { type: 'doc', content: [{ type: 'paragraph', attrs: { id: 'b1' }, content: [link] }] } as never;
    await site.putItem('a', 'not-found', { es: finishedLanguage('a', { body }) });
    await recordMediaUses(site.store, site.config);
    for (const address of [stable, fixed, `/files/${file.id}/otra.pdf`]) {
      expect(await answer(address)).toEqual([404, 'no-store']);
    }
    site.state.mayRead = true;
    expect(await answer(stable)).toEqual([200, 'private, no-cache']);
    site.state.mayRead = false;
    await publish(site, 'a', ['es']);
    expect(await answer(stable)).toEqual([200, 'public, no-cache']);
  });

  test('the same bytes again are the same file, and what is not a picture has no forms', async () => {
    const { file } = await upload();
    expect(await site.upload('otra.pdf', pdf())).toMatchObject({ ok: true, isNew: false, file: { id: file.id } });
    for (const form of ['320.webp', 'og.jpg', 'original.pdf']) {
      expect((await site.get(`/media/${file.current.media}/${form}`)).status).toBe(404);
    }
    expect((await site.get(`/media/${file.current.media}/original`)).status).toBe(200);
  });
});
