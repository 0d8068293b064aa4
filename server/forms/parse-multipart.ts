import { MAX_FORM_BYTES } from '#core/forms/form-shape.ts';

/** A raw form field. `undefined` stands for a text that is not UTF-8, or longer than any. */
export type FormEntry = [name: string | undefined, value: string | File | undefined];

/** `broken`: not a valid form. `too-many`: more fields than the limit; nothing was parsed. */
export type FormParsing = FormEntry[] | 'broken' | 'too-many';

/** Maximum bytes of a part's headers. Source: Meki's own; four times what a file name of 255 characters needs. */
const MAX_HEADER_BYTES = 4_096;

/** Source: RFC 2046, section 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/** Maximum bytes of a text, which is read into memory: those of a whole form without files. */
const MAX_TEXT_BYTES = MAX_FORM_BYTES;

/** Bytes that are read at once. */
const WINDOW_BYTES = 256 * 1024;

/**
 * Parses `multipart/form-data` per RFC 7578, as browsers send it. The parser of `Response.formData` needs 0.4 s for one file of
 * 25 MB and 6 s for 200,000 parts, and the whole form in memory; this one finds boundaries with `indexOf`, stops at `mostParts`,
 * and leaves the bytes of files where they are.
 */
export async function parseMultipart(body: Blob, contentType: string, mostParts: number): Promise<FormParsing> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return 'broken';
  const { read, find } = createWindow(body);
  const first = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.concat([CRLF, first]);
  let at = (await read(0, CRLF.length)).equals(CRLF) ? CRLF.length : 0;
  if (!(await read(at, first.length)).equals(first)) return 'broken';
  at += first.length;
  const entries: FormEntry[] = [];
  while ((await read(at, 2)).toString('latin1') !== '--') {
    if (entries.length === mostParts) return 'too-many';
    // A part without headers starts with an empty line.
    const headers = await read(at, MAX_HEADER_BYTES);
    const headersEnd = headers.subarray(0, CRLF.length).equals(CRLF) ? headers.indexOf(HEADERS_END) : -1;
    if (headersEnd < 0) return 'broken';
    const part = readHeaders(headers.subarray(0, headersEnd));
    const start = at + headersEnd + HEADERS_END.length;
    const end = await find(delimiter, start - CRLF.length);
    if (end < 0 || !part) return 'broken';
    entries.push(await entryOf(part, body.slice(start, Math.max(start, end))));
    at = end + delimiter.length;
  }
  return (await read(at + 2, 4)).toString('latin1').trim() === '' ? entries : 'broken';
}

/** Reads a part of a body at a time. */
function createWindow(body: Blob) {
  let start = 0;
  let bytes = Buffer.alloc(0);

  async function load(at: number, length: number): Promise<void> {
    if (at >= start && Math.min(at + length, body.size) <= start + bytes.length) return;
    bytes = Buffer.from(await body.slice(at, at + Math.max(length, WINDOW_BYTES)).arrayBuffer());
    start = at;
  }

  return {
    /** Fewer bytes at the end of the body. */
    async read(at: number, length: number): Promise<Buffer> {
      await load(at, length);
      return bytes.subarray(at - start, at - start + length);
    },
    /** @returns where the wanted bytes are, from `at` on; -1 if they are not there */
    async find(wanted: Buffer, at: number): Promise<number> {
      for (let from = at; from + wanted.length <= body.size; from = start + bytes.length - wanted.length + 1) {
        await load(from, wanted.length);
        const found = bytes.indexOf(wanted, from - start);
        if (found >= 0) return start + found;
      }
      return -1;
    },
  };
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return BOUNDARY.test(boundary) ? boundary : undefined;
}

interface PartHeaders {
  name: string | undefined;
  /** Missing for a text field. */
  filename?: string | undefined;
  type: string;
}

/** @returns `undefined` for a part without a field name, or in an encoding that browsers do not use */
function readHeaders(bytes: Uint8Array): PartHeaders | undefined {
  const lines = (decodeUtf8(bytes) ?? '').split('\r\n');
  const headerOf = (header: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${header}:`))
      ?.slice(header.length + 1)
      .trim() ?? '';
  const disposition = headerOf('content-disposition');
  if (!/^form-data\s*;/i.test(disposition)) return undefined;
  if (!/^(?:|7bit|8bit|binary)$/i.test(headerOf('content-transfer-encoding'))) return undefined;
  const name = parameterOf(disposition, 'name');
  if (name === undefined) return undefined;
  const filename = extendedParameterOf(disposition, 'filename') ?? parameterOf(disposition, 'filename');
  return { name, type: headerOf('content-type'), ...(filename !== undefined && { filename }) };
}

/** A parameter in the syntax of HTML forms: quotes and line breaks are percent-encoded. Source: HTML, "multipart form data". */
function parameterOf(header: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(header) ?? [];
  return (quoted ?? plain)?.replace(/%0D|%0A|%22/gi, (code) => decodeURIComponent(code));
}

/** `filename*=UTF-8''…`, used by some programs for names that are not ASCII. Source: RFC 5987. */
function extendedParameterOf(header: string, name: string): string | undefined {
  const [, value = ''] = new RegExp(`;\\s*${name}\\*=utf-8'[^']*'([^\\s;]+)`, 'i').exec(header) ?? [];
  try {
    return value === '' ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

async function entryOf({ name, filename, type }: PartHeaders, content: Blob): Promise<FormEntry> {
  if (filename !== undefined) return [name, new File([content], filename, { type })];
  if (content.size > MAX_TEXT_BYTES) return [name, undefined];
  return [name, decodeUtf8(new Uint8Array(await content.arrayBuffer()))];
}

/** Decodes bytes. @returns `undefined` for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
