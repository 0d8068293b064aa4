import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { fileTypeFromBlob } from 'file-type';
import { getDocumentProxy } from 'unpdf';
import { fromBufferPromise } from 'yauzl';
import { bytesOf } from '#core/media/file-store.ts';
import {
  type FileReading,
  isOtherContentType,
  type JudgedFile,
  OTHER_FILE_TYPES,
  type OtherContentType,
} from '#core/media/media-file.ts';
import { type Box, createNumberReader, readBoxes } from '#core/media/public-form/read-bytes.ts';

/** Names of `file-type` for what has another one here. */
const SAME_TYPE: { [mime: string]: OtherContentType } = {
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
};

const HEIC = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

/** Types whose files may have no bytes but letters. Texts may begin like any other type: its files have other bytes. */
const LETTERS_ALONE = ['application/pdf', 'application/rtf'];

/** Types of Office documents that carry macros, as `file-type` names them. */
const WITH_MACROS = /macroenabled/i;

/** How many of the first bytes tell a text in UTF-16. */
const MARK_BYTES = 2;

/** The boxes of a film that are looked at: a file has some ten, and two more per fragment. Source: Meki's own. */
const MAX_BOXES = 20_000;

/** Bytes of an index that is looked through for how long the fragments of a film are. Source: Meki's own. */
const MAX_INDEX = 4_000_000;

/**
 * Reads a file that is not a picture: its type from its bytes, and whether it is whole. Texts have no signature: the end of
 * their name tells which one they are, once their bytes are text.
 * @param contents not in memory as a whole, unless it is a text, a PDF or an archive
 */
export async function readOtherFile(contents: Blob, name: string): Promise<FileReading> {
  const judged = await judgeFile(contents, name);
  return judged.ok ? { ...judged, id: await identifyFile(contents) } : judged;
}

/** The first 32 hexadecimal digits of the SHA-256 of a file, of which only a part is in memory at a time. */
export async function identifyFile(contents: Blob): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of contents.stream()) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

async function judgeFile(contents: Blob, name: string): Promise<JudgedFile> {
  if (contents.size === 0) return { ok: false, reason: 'empty' };
  const mime = await detectType(contents);
  if (mime !== undefined && HEIC.includes(mime)) return { ok: false, reason: 'heic' };
  if (mime !== undefined && WITH_MACROS.test(mime)) return { ok: false, reason: 'macros' };
  if (mime === undefined || !LETTERS_ALONE.includes(mime)) {
    const text = isTextName(name) ? textType(await bytesOf(contents), name) : undefined;
    if (text !== undefined) return { ok: true, contentType: text };
    if (mime === undefined || mime.startsWith('text/')) return { ok: false, reason: 'type' };
  }
  const contentType = SAME_TYPE[mime] ?? mime;
  if (!isOtherContentType(contentType)) return { ok: false, reason: 'type' };
  if (contentType === 'application/pdf') return readPdf(await bytesOf(contents));
  if (isArchive(contentType)) return readArchive(await bytesOf(contents), contentType);
  if (!isIsoMedia(contentType)) return { ok: true, contentType, ...(await durationOf(contents)) };
  const boxes = await topBoxes(contents);
  if (!boxes?.some(({ type }) => type === 'moov' || type === 'moof')) return { ok: false, reason: 'unreadable' };
  const isInFragments = boxes.some(({ type }) => type === 'moof');
  return {
    ok: true,
    contentType,
    ...(await (isInFragments ? durationOfFragments(contents, boxes) : durationOf(contents))),
  };
}

/** How long a sound or film is, if it says so. */
async function durationOf(contents: Blob): Promise<{ seconds?: number }> {
  try {
    const { parseBlob } = await import('music-metadata');
    const { format } = await parseBlob(contents, { skipCovers: true });
    // A film without sound says it of its tracks alone.
    const seconds = Math.max(format.duration ?? 0, ...format.trackInfo.map(({ duration = 0 }) => duration));
    return told(seconds);
  } catch {
    // Whether it can be played is not asked: browsers say so.
    return {};
  }
}

/** Seconds with three decimals, if they are any. */
function told(seconds = 0): { seconds?: number } {
  return Number.isFinite(seconds) && seconds > 0 ? { seconds: Math.round(seconds * 1_000) / 1_000 } : {};
}

/** The type by the first bytes; `undefined` for a text, and for what is not known. */
async function detectType(contents: Blob): Promise<string | undefined> {
  // `file-type` takes the mark of a text in UTF-16 for the beginning of a sound.
  if (hasUtf16Mark(await bytesOf(contents.slice(0, MARK_BYTES)))) return undefined;
  return (await fileTypeFromBlob(contents))?.mime;
}

function isArchive(type: OtherContentType): boolean {
  return ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'epub', 'zip'].includes(OTHER_FILE_TYPES[type].extension);
}

const isIsoMedia = (type: OtherContentType) => type === 'video/mp4' || type === 'audio/mp4';

/** The boxes of a film or sound, if they end where the file ends. Source: ISO/IEC 14496-12, 4.2. */
async function topBoxes(contents: Blob): Promise<Omit<Box, 'body'>[] | undefined> {
  const boxes: Omit<Box, 'body'>[] = [];
  for (let at = 0; at < contents.size; ) {
    const head = new DataView(await contents.slice(at, at + 16).arrayBuffer());
    if (head.byteLength < 8 || boxes.length >= MAX_BOXES) return undefined;
    const short = head.getUint32(0);
    if (short === 1 && head.byteLength < 16) return undefined;
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? contents.size - at : short;
    if (size < 8 || at + size > contents.size) return undefined;
    boxes.push({ type: String.fromCharCode(...new Uint8Array(head.buffer, 4, 4)), start: at, end: at + size });
    at += size;
  }
  return boxes;
}

/**
 * How long a film in fragments is, whose index tells only what stands before them: as the index says of all of them, or a list of
 * them; nothing if neither does. Source: ISO/IEC 14496-12, 8.8.2 and 8.16.3.
 */
async function durationOfFragments(contents: Blob, boxes: readonly Omit<Box, 'body'>[]): Promise<{ seconds?: number }> {
  const [moov, list] = await Promise.all(
    ['moov', 'sidx'].map(async (name) => {
      const { start = 0, end = 0 } = boxes.find(({ type }) => type === name) ?? {};
      return end - start > MAX_INDEX ? new Uint8Array() : bytesOf(contents.slice(start, end));
    }),
  );
  try {
    const seconds = inIndex(moov ?? new Uint8Array()) ?? inList(list ?? new Uint8Array());
    return told(seconds);
  } catch {
    // A box ends too early.
    return {};
  }
}

function inIndex(moov: Uint8Array): number | undefined {
  const inside = (path: readonly string[], start: number, end: number): Box | undefined => {
    const found = readBoxes(moov, start, end)?.find(({ type }) => type === path[0]);
    return found && path.length > 1 ? inside(path.slice(1), found.body, found.end) : found;
  };
  const [header, all] = [
    ['moov', 'mvhd'],
    ['moov', 'mvex', 'mehd'],
  ].map((path) => inside(path, 0, moov.length));
  if (!header || !all) return undefined;
  const numbers = (box: Box) => {
    const { next } = createNumberReader(moov, box.body, box.end);
    return { next, wide: next(4) >>> 24 === 1 ? 8 : 4 };
  };
  const [{ next, wide }, length] = [numbers(header), numbers(all)];
  next(wide);
  next(wide);
  return length.next(length.wide) / next(4);
}

function inList(sidx: Uint8Array): number | undefined {
  if (sidx.length === 0) return undefined;
  const { next } = createNumberReader(sidx, 8, sidx.length);
  const wide = next(4) >>> 24 === 1 ? 8 : 4;
  next(4);
  const perSecond = next(4);
  next(wide);
  next(wide);
  let length = 0;
  for (let left = next(4) & 0xffff; left > 0; left--) {
    next(4);
    length += next(4);
    next(4);
  }
  return length / perSecond;
}

/** By the end of the name. */
const TEXTS: { [extension: string]: OtherContentType } = {
  txt: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  vtt: 'text/vtt',
};

/** What their first line says, in those that have one. */
const FIRST_LINES: { [type in OtherContentType]?: RegExp } = {
  'text/calendar': /^BEGIN:VCALENDAR\s/i,
  'text/vcard': /^BEGIN:VCARD\s/i,
  'text/vtt': /^WEBVTT(?:\s|$)/,
};

const typeByName = (name: string) => TEXTS[/\.([a-z]{3})$/i.exec(name)?.[1]?.toLowerCase() ?? ''];

/** Whether the end of a name is that of a text. */
const isTextName = (name: string) => typeByName(name) !== undefined;

/**
 * The type of a text by the end of its name, if its bytes are text and say nothing else.
 * @returns `undefined` if they are not, and for any other name
 */
function textType(bytes: Uint8Array, name: string): OtherContentType | undefined {
  const type = typeByName(name);
  if (type === undefined) return undefined;
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have no others than these
  if (text === undefined || /[\u0000-\u0008\u000b\u000e-\u001f]/.test(text)) return undefined;
  return FIRST_LINES[type]?.test(text) === false ? undefined : type;
}

/** Whether bytes begin with the byte order mark of UTF-16. */
function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-8, UTF-16 with a mark, or else one byte a character. */
function decodeText(bytes: Uint8Array): string | undefined {
  const isUtf16 = hasUtf16Mark(bytes);
  try {
    const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return isUtf16 ? undefined : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Entries of an archive. Source: Meki's own; a workbook of a thousand sheets has some 2,000. */
const MAX_ENTRIES = 20_000;

/** Bytes of all entries, unpacked. Source: Meki's own, ten of the largest files. */
const MAX_UNPACKED = 1_000_000_000;

/** How many times larger than the archive its entries may be. Source: Meki's own; deflate reaches 1,032, text about 10. */
const MAX_RATIO = 200;

/** Reads the directory of a ZIP archive, which Office documents and books are, too. Nothing is unpacked. */
async function readArchive(bytes: Uint8Array, contentType: OtherContentType): Promise<JudgedFile> {
  let entries = 0;
  let unpacked = 0;
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
      decodeStrings: true,
    });
    if (archive.entryCount > MAX_ENTRIES) return { ok: false, reason: 'bomb' };
    for await (const entry of archive.eachEntry()) {
      entries++;
      unpacked += entry.uncompressedSize;
      if (entries > MAX_ENTRIES || unpacked > MAX_UNPACKED) return { ok: false, reason: 'bomb' };
      if (contentType !== 'application/zip' && /(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) {
        return { ok: false, reason: 'macros' };
      }
    }
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  if (unpacked > bytes.byteLength * MAX_RATIO) return { ok: false, reason: 'bomb' };
  return { ok: true, contentType };
}

/** The end of a PDF stands in its last bytes. Source: ISO 32000-1, 7.5.5 and Annex H.3, note 18. */
const END_WITHIN = 1_024;

/** Bytes of all object streams, unpacked. Source: Meki's own; a PDF of 10,000 pages has some 20 MB. */
const MAX_STREAMS_UNPACKED = 100_000_000;

/** Bytes of the dictionary of a stream that are looked at. Source: Meki's own. */
const MAX_DICTIONARY = 2_000;

/** A stream that is packed once, by deflate alone, and begins after its plain dictionary. Source: ISO 32000-1, 7.3.8 and 7.5.7. */
const PLAIN_STREAM = /^obj\s*<<(?:(?!\/DecodeParms|\/DP\b|stream)[^#()%])*>>\s*stream(?:\r\n|\n|\r)/;
/** What packs, encrypts or keeps a stream in another way. */
const OTHER_FILTER = /\/(?:ASCII|LZW|RunLength|Crypt|CCITT|JBIG2|DCT|JPX|A85|AHx|RL\b|F\b|FFilter)/;

/** Bytes that are searched at once, and how far a name reaches over their end, all of its letters written with codes. */
const WINDOW = 1_000_000;
const LONGEST_NAME = 64;

/** Names of what runs or starts something. Source: ISO 32000-1, 12.6.4. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA|SubmitForm|ImportData)\b/;

/** `/ObjStm`, written with codes, which no program does. */
const HIDDEN = /\/(?=\w{0,5}#)(?:O|#4f)(?:b|#62)(?:j|#6a)(?:S|#53)(?:t|#74)(?:m|#6d)/i;

/** Reads a PDF: its pages, and whether it does anything but show. */
async function readPdf(bytes: Uint8Array): Promise<JudgedFile> {
  const contentType = 'application/pdf';
  const end = Buffer.from(bytes.subarray(-END_WITHIN)).toString('latin1').trimEnd();
  if (!end.includes('%%EOF')) return { ok: false, reason: 'unreadable' };
  const isActive = hasActions(bytes) && ({ isActive: true } as const);
  try {
    // A copy: pdf.js takes the memory of what it reads.
    const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
    const pages = pdf.numPages;
    const runsScripts = await pdf.hasJSActions();
    await pdf.loadingTask.destroy();
    if (pages <= 0) return { ok: false, reason: 'unreadable' };
    return { ok: true, contentType, pages, ...((isActive || runsScripts) && { isActive: true }) };
  } catch (error) {
    // What stands in a file with a password is not known, so it is saved and not opened.
    if ((error as Error).name === 'PasswordException') return { ok: true, contentType, isActive: true };
    return { ok: false, reason: 'unreadable' };
  }
}

/**
 * Whether a PDF names an action, in its own bytes or in a packed stream of objects. A name in a text that is not packed counts, too:
 * that file is then saved instead of opened.
 */
function hasActions(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (namesAction(file)) return true;
  let unpacked = 0;
  for (let at = file.indexOf('/ObjStm'); at >= 0; ) {
    const start = Math.max(0, file.lastIndexOf('obj', at), at - MAX_DICTIONARY);
    const [head] = PLAIN_STREAM.exec(file.toString('latin1', start, at + MAX_DICTIONARY)) ?? [];
    // Packed in another way, or encrypted: nobody can say what is in it.
    if (head === undefined || OTHER_FILTER.test(head)) return true;
    const body = start + head.length;
    const end = file.indexOf('endstream', body);
    if (end < 0) return true;
    try {
      const packed = file.subarray(body, end);
      const objects = inflateSync(packed, { maxOutputLength: MAX_STREAMS_UNPACKED - unpacked });
      if (namesAction(objects)) return true;
      unpacked += objects.length;
    } catch {
      return true;
    }
    at = file.indexOf('/ObjStm', body);
  }
  return false;
}

/** Names may be written with codes: `#4a`. Source: ISO 32000-1, 7.3.5. */
function namesAction(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += WINDOW) {
    const text = bytes.toString('latin1', at, at + WINDOW + LONGEST_NAME);
    const names = text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (ACTIVE.test(names) || HIDDEN.test(text)) return true;
  }
  return false;
}
