import type { FileStore } from '#core/media/file-store.ts';

/** Bytes per read, buffered for each response in flight. */
const PART_BYTES = 64 * 1024;

export interface FileRequest {
  method: string;
  /** A request header by lower-case name. */
  header(name: string): string | undefined;
}

export interface SentFile {
  key: string;
  /** A strong ETag, including quotation marks. */
  tag: string;
  /** Sent with 200, 206 and 304; `ETag` and `Accept-Ranges` are added. */
  headers: { [name: string]: string };
  contentType: string;
}

/** Bytes from `start` to `end`, both inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a resource of `size` bytes. Source: RFC 9110, 14.
 * @returns `undefined` if the whole resource must be sent: without a header, for several ranges, for other units, and for a
 * malformed header
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim().toLowerCase() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Whether `If-None-Match` contains the tag. Source: RFC 9110, 13.1.2 (weak comparison). */
function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
}

/** A 304 if the client has the file already. Reads nothing. */
export function fileNotModified(request: FileRequest, { tag, headers }: SentFile): Response | undefined {
  if (!isNamed(request.header('if-none-match'), tag)) return undefined;
  return new Response(null, { status: 304, headers: { ...headers, ETag: tag } });
}

/**
 * Answers with a file or the requested range, and streams it as the client reads. A stalled client holds one chunk in memory
 * and no file descriptor. `HEAD` opens nothing.
 * @returns `undefined` if the file does not exist. @throws {FileStoreUnavailable} before anything is sent
 */
export async function sendFile(
  files: Pick<FileStore, 'size' | 'readPart'>,
  request: FileRequest,
  file: SentFile,
): Promise<Response | undefined> {
  const { key, tag } = file;
  const headers = { ...file.headers, ETag: tag, 'Accept-Ranges': 'bytes', 'Content-Type': file.contentType };
  if (request.method === 'HEAD') {
    const size = await files.size(key);
    return size === undefined
      ? undefined
      : new Response(null, { headers: { ...headers, 'Content-Length': String(size) } });
  }
  const ifRange = request.header('if-range');
  const wanted = ifRange === undefined || ifRange.trim() === tag ? request.header('range') : undefined;
  const known = wanted === undefined ? undefined : await files.size(key);
  const range = known === undefined ? undefined : readByteRange(wanted, known);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${known}`, 'Content-Length': '0' } });
  }
  const start = range?.start ?? 0;
  const first = await files.readPart(key, start, Math.min(PART_BYTES, range ? range.end - start + 1 : PART_BYTES));
  if (!first) return undefined;
  const end = range?.end ?? first.size - 1;
  const body = bodyFrom(files, key, first, start, end);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${first.size}` }),
    },
  });
}

function bodyFrom(
  files: Pick<FileStore, 'readPart'>,
  key: string,
  first: { bytes: Uint8Array; size: number },
  start: number,
  end: number,
): BodyInit {
  let at = start + first.bytes.byteLength;
  if (at > end) return new Uint8Array(first.bytes);
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(first.bytes),
      async pull(controller) {
        const part = await files.readPart(key, at, Math.min(PART_BYTES, end - at + 1));
        if (!part || part.size !== first.size || part.bytes.byteLength === 0) {
          throw new Error(`The file ${key} changed while it was sent`);
        }
        at += part.bytes.byteLength;
        controller.enqueue(part.bytes);
        if (at > end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
