import { Hono } from 'hono';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { Media } from '#core/media/media.ts';
import { media } from '#core/media/media-collection.ts';
import { originalKey } from '#core/media/media-file.ts';
import { type MediaVariant, mediaVariant } from '#core/media/picture-variants.ts';
import type { Pictures } from '#core/media/pictures.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import type { SentFile } from '../http/send-file.ts';
import { type DrawnFiles, fileNotFound } from './drawn-files.ts';

export interface MediaRoutesOptions {
  store: DocumentStore;
  files: FileStore;
  pictures: Pick<Pictures, 'make'>;
  drawnFiles: DrawnFiles;
}

const MEDIA_ID = /^[0-9a-f]{32}$/;

/** The response depends only on the picture, and never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** `/media/{id}/{variant}`: pictures of the site, without metadata. Forms are made on first request and stored. */
export function createMediaRoutes({ store, files, pictures, drawnFiles }: MediaRoutesOptions): Hono {
  return new Hono().get('/media/:id/:variant', async (context) => {
    const { id, variant: name } = context.req.param();
    const picture = MEDIA_ID.test(id) ? (await getDocument(store, media.at(id)))?.data : undefined;
    const variant = picture && mediaVariant(picture, name);
    if (!variant) return fileNotFound(context);
    const { contentType } = picture;
    return drawnFiles.answer(context, sentFile(picture, variant, name), {
      // The form without metadata is not drawn, and may exist when others fail.
      subject: variant.recipe.kind === 'public' ? `${id}/public` : id,
      draw: () => pictures.make(() => files.read(originalKey(picture)), contentType, variant.recipe),
    });
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
