import { type Context, Hono } from 'hono';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';
import type { Media } from '#core/media/media.ts';
import { media } from '#core/media/media-collection.ts';
import { type MediaVariant, mediaVariant } from '#core/media/picture-variants.ts';
import { type Pictures, PicturesBusy, PicturesClosed, PicturesUnavailable } from '#core/media/pictures.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import { type FileRequest, fileNotModified, type SentFile, sendFile } from '../http/send-file.ts';
import type { Log } from '../log/log.ts';
import { createMediaForms } from './media-forms.ts';

export interface MediaRoutesOptions {
  store: DocumentStore;
  files: FileStore;
  pictures: Pick<Pictures, 'make'>;
  log: Pick<Log, 'error' | 'warn'>;
}

const MEDIA_ID = /^[0-9a-f]{32}$/;

/** The response depends only on the picture, and never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A minute: pages request a failed picture again, but not every time. */
const FAILED = 'public, max-age=60';

/** Retry-After in seconds while pictures cannot be drawn. */
const RETRY_AFTER = '5';

/** Minimum milliseconds between log entries about unavailable pictures. */
const LOG_INTERVAL = 60_000;

/** `/media/{id}/{variant}`: pictures of the site, without metadata. Forms are made on first request and stored. */
export function createMediaRoutes({ store, files, pictures, log }: MediaRoutesOptions): Hono {
  const forms = createMediaForms({ files, pictures, log });
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function answer(context: Context, picture: Media, variant: MediaVariant, name: string): Promise<Response> {
    const file = sentFile(picture, variant, name);
    const request: FileRequest = { method: context.req.method, header: (header) => context.req.header(header) };
    const known = fileNotModified(request, file) ?? (await sendFile(files, request, file));
    if (known) return known;
    const made = await forms.make(picture, variant);
    if (made.ok) return (await sendFile(inMemory(made.bytes), request, file)) ?? notFound(context);
    if (made.reason === 'missing') return notFound(context);
    const { pathname } = new URL(context.req.url);
    const message = `The picture cannot be shown: ${pathname}`;
    return context.json({ statusCode: 404, message }, 404, { 'Cache-Control': FAILED });
  }

  return new Hono().get('/media/:id/:variant', async (context) => {
    const { id, variant: name } = context.req.param();
    const picture = MEDIA_ID.test(id) ? (await getDocument(store, media.at(id)))?.data : undefined;
    const variant = picture && mediaVariant(picture, name);
    if (!variant) return notFound(context);
    try {
      return await answer(context, picture, variant, name);
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
  });
}

function sentFile({ id }: Media, { key, contentType, recipe }: MediaVariant, name: string): SentFile {
  const policy = resourcePolicy(contentType);
  const isPublicForm = recipe.kind === 'public';
  return {
    key,
    contentType,
    // Differs from the tags of originals once sent with metadata: `"{id}-original"` and `"{id}-original.{ext}"`.
    tag: isPublicForm ? `"${id}-public"` : `"${id}-${name}"`,
    headers: {
      'Cache-Control': IMMUTABLE,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    },
  };
}

/** A newly made form, which could possibly not be stored. */
function inMemory(bytes: Uint8Array): Pick<FileStore, 'size' | 'readPart'> {
  return {
    size: async () => bytes.byteLength,
    readPart: async (_, start, length) => ({ bytes: bytes.subarray(start, start + length), size: bytes.byteLength }),
  };
}

function notFound(context: Context): Response {
  return context.json({ statusCode: 404, message: `Page not found: ${new URL(context.req.url).pathname}` }, 404);
}

/** Whether an error is temporary and not caused by the picture, so that a retry may succeed. */
function isPassing(error: unknown): boolean {
  return error instanceof FileStoreUnavailable || error instanceof PicturesBusy || error instanceof PicturesUnavailable;
}
