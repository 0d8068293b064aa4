import { Hono } from 'hono';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { Media } from '#core/media/media.ts';
import { originalKey } from '#core/media/media-file.ts';
import { type MediaVariant, mediaVariant, type PictureScaler } from '#core/media/picture-variants.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import type { Log } from '../log.ts';

export interface MediaRoutesOptions {
  store: DocumentStore;
  files: FileStore;
  scale: PictureScaler;
  log: Pick<Log, 'error'>;
}

const MEDIA_ID = /^[0-9a-f]{32}$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** `/media/{id}/{variant}`: files of the site. Their forms are made when first asked for, once, and kept. */
export function createMediaRoutes({ store, files, scale, log }: MediaRoutesOptions): Hono {
  const making = new Map<string, Promise<Uint8Array | undefined>>();
  let line: Promise<unknown> = Promise.resolve();

  async function make(media: Media, variant: MediaVariant & { kind: 'made' }): Promise<Uint8Array | undefined> {
    const original = await files.read(originalKey(media));
    if (!original) return undefined;
    const turn = line.then(() => scale(original, variant.recipe));
    line = turn.catch(() => {});
    const bytes = await turn;
    await files
      .write(variant.key, bytes)
      .catch((error: unknown) => log.error({ err: error, key: variant.key }, 'A picture could not be kept'));
    return bytes;
  }

  async function read(media: Media, variant: MediaVariant): Promise<Uint8Array | undefined> {
    const kept = await files.read(variant.key);
    if (kept || variant.kind === 'original') return kept;
    let made = making.get(variant.key);
    if (!made) {
      made = make(media, variant).finally(() => making.delete(variant.key));
      making.set(variant.key, made);
    }
    return made;
  }

  return new Hono().get('/media/:id/:variant', async (context) => {
    const { id, variant: name } = context.req.param();
    const [document] = MEDIA_ID.test(id) ? await store.batchGet([`media/${id}`]) : [];
    const media = document?.data as Media | undefined;
    const variant = media && mediaVariant(media, name);
    const tag = `"${id}-${name}"`;
    const policy = resourcePolicy(variant?.contentType);
    const headers = { ETag: tag, 'Cache-Control': IMMUTABLE, ...(policy && { 'Content-Security-Policy': policy }) };
    if (variant && context.req.header('if-none-match')?.includes(tag)) return context.body(null, 304, headers);
    const bytes = variant && (await read(media, variant));
    if (!bytes) {
      return context.json({ statusCode: 404, message: `Page not found: ${new URL(context.req.url).pathname}` }, 404);
    }
    return context.body(new Uint8Array(bytes), 200, {
      ...headers,
      'Content-Type': variant.contentType,
      'Content-Length': String(bytes.length),
    });
  });
}
