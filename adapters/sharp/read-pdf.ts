import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import type { JudgedFile } from '#core/media/file-reading.ts';

/** The end of a PDF stands in its last bytes. Source: ISO 32000-1, 7.5.5 and Annex H.3, note 18. */
const END_WITHIN = 1_024;

/** Bytes of all object streams, unpacked. Source: Meki's own; a PDF of 10,000 pages has some 20 MB. */
const MAX_UNPACKED = 100_000_000;

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
export async function readPdf(bytes: Uint8Array): Promise<JudgedFile> {
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
      const objects = inflateSync(packed, { maxOutputLength: MAX_UNPACKED - unpacked });
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
