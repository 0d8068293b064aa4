import type { Context } from 'hono';
import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';
import {
  type PictureFault,
  type PictureMaking,
  PicturesBusy,
  PicturesClosed,
  PicturesUnavailable,
} from '#core/media/pictures.ts';
import { rememberFailures } from '#core/media/remember-failures.ts';
import { type FileRequest, fileNotModified, type SentFile, sendFile } from '../http/send-file.ts';
import type { Log } from '../log/log.ts';

/** Maximum failed pictures in the cache. */
const REMEMBERED = 1_000;

/** Milliseconds before a failed picture is retried. */
const LIFETIME = 60 * 60_000;

/** A minute: pages request a failed picture that is public again, but not every time. */
const FAILED = 'public, max-age=60';

/** Retry-After in seconds while pictures cannot be drawn. */
const RETRY_AFTER = '5';

/** Minimum milliseconds between log entries about unavailable pictures. */
const LOG_INTERVAL = 60_000;

export interface DrawnFilesOptions {
  files: Pick<FileStore, 'size' | 'readPart' | 'write' | 'delete'>;
  log: Pick<Log, 'error' | 'warn'>;
}

/** How to draw a file that is not stored yet. */
export interface Drawing {
  /** Drawings with the same subject fail together. */
  subject: string;
  draw(): Promise<PictureMaking>;
  /** Whether to keep what was drawn: its source may be deleted meanwhile. */
  isWanted?(): Promise<boolean>;
}

export interface DrawnFiles {
  /** Answers with a stored file, or draws and stores it first. */
  answer(context: Context, file: SentFile, drawing: Drawing): Promise<Response>;
}

/**
 * Files that are drawn on the first request and stored; concurrent requests for one file share the work. A failure is logged once
 * and cached for an hour.
 */
export function createDrawnFiles({ files, log }: DrawnFilesOptions): DrawnFiles {
  const drawing = new Map<string, Promise<PictureMaking>>();
  const failures = rememberFailures<PictureFault>(REMEMBERED, LIFETIME);
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function draw(key: string, { subject, draw, isWanted }: Drawing): Promise<PictureMaking> {
    const made = await draw();
    if (made.ok) {
      await store(key, made.bytes, isWanted).catch((error: unknown) =>
        log.error({ err: error, key }, 'A form of a picture could not be stored'),
      );
    } else if (made.reason !== 'missing') {
      failures.add(subject, made.reason);
      log.warn({ key, reason: made.reason }, 'A picture cannot be resized');
    }
    return made;
  }

  async function store(key: string, bytes: Uint8Array, isWanted: Drawing['isWanted']): Promise<void> {
    await files.write(key, bytes);
    if (isWanted && !(await isWanted())) await files.delete(key);
  }

  async function drawOnce(key: string, wanted: Drawing): Promise<PictureMaking> {
    const known = failures.get(wanted.subject);
    if (known !== undefined) return { ok: false, reason: known };
    let made = drawing.get(key);
    if (!made) {
      made = draw(key, wanted).finally(() => drawing.delete(key));
      drawing.set(key, made);
    }
    return made;
  }

  async function send(context: Context, file: SentFile, wanted: Drawing): Promise<Response> {
    const request: FileRequest = { method: context.req.method, header: (header) => context.req.header(header) };
    const known = fileNotModified(request, file) ?? (await sendFile(files, request, file));
    if (known) return known;
    const made = await drawOnce(file.key, wanted);
    if (made.ok) return (await sendFile(inMemory(made.bytes), request, file)) ?? fileNotFound(context);
    if (made.reason === 'missing') return fileNotFound(context);
    const message = `The picture cannot be shown: ${new URL(context.req.url).pathname}`;
    const control = file.headers['Cache-Control'] ?? '';
    return context.json({ statusCode: 404, message }, 404, {
      'Cache-Control': control.startsWith('private') ? control : FAILED,
    });
  }

  return {
    async answer(context, file, wanted) {
      try {
        return await send(context, file, wanted);
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (!(error instanceof PicturesClosed) && performance.now() - loggedAt >= LOG_INTERVAL) {
          loggedAt = performance.now();
          log.warn({ err: error }, 'A picture is unavailable now');
        }
        const message = 'Pictures cannot be had now; try again in some seconds';
        return context.json({ statusCode: 503, message }, 503, {
          'Retry-After': RETRY_AFTER,
          'Cache-Control': 'no-store',
        });
      }
    },
  };
}

/** Not kept by any cache: what is not public now may be in a moment. */
export function fileNotFound(context: Context): Response {
  const message = `Page not found: ${new URL(context.req.url).pathname}`;
  return context.json({ statusCode: 404, message }, 404, { 'Cache-Control': 'no-store' });
}

/** A newly made file, which could possibly not be stored. */
function inMemory(bytes: Uint8Array): Pick<FileStore, 'size' | 'readPart'> {
  return {
    size: async () => bytes.byteLength,
    readPart: async (_, start, length) => ({ bytes: bytes.subarray(start, start + length), size: bytes.byteLength }),
  };
}

/** Whether an error is temporary and not caused by the picture, so that a retry may succeed. */
function isPassing(error: unknown): boolean {
  return error instanceof FileStoreUnavailable || error instanceof PicturesBusy || error instanceof PicturesUnavailable;
}
