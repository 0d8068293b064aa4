import { create } from 'content-disposition';
import { type Context, Hono } from 'hono';
import type { Item } from '#core/content/item.ts';
import type { DocumentReader, DocumentStore } from '#core/documents/document-store.ts';
import { readShownMedia } from '#core/files/read-files.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { OTHER_FILE_TYPES } from '#core/media/file-types.ts';
import { isPicture, type Media, type OtherFile } from '#core/media/media.ts';
import { originalKey } from '#core/media/media-file.ts';
import { mediaIn } from '#core/media/media-in.ts';
import { type MediaVariant, mediaVariant } from '#core/media/picture-variants.ts';
import type { Pictures } from '#core/media/pictures.ts';
import { readMedia } from '#core/media/read-media.ts';
import { areBytesPublic } from '#core/media-uses/find-media-uses.ts';
import { areMediaUsesRecorded } from '#core/media-uses/record-media-uses.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import type { SentFile } from '../http/send-file.ts';
import { type DrawnFiles, fileNotFound } from './drawn-files.ts';

/** Whether somebody may read drafts, and the `Set-Cookie` values for the response. */
interface DraftReader {
  mayRead: boolean;
  setCookies: string[];
}

export interface MediaRoutesOptions {
  store: DocumentStore;
  /** The same documents, remembered until they change. */
  remembered: DocumentReader;
  files: FileStore;
  pictures: Pick<Pictures, 'make'>;
  drawnFiles: DrawnFiles;
  /** Whether the request is of somebody who may read drafts. */
  judgeReader(context: Context): Promise<DraftReader>;
  /** The draft that a preview link shows. */
  readPreview(token: string): Promise<Item | undefined>;
  /** Whether a CDN is told when a file is not public any more. */
  tellsSharedCaches: boolean;
}

/** A form of a file that was asked for by the id of the file, and who judges whether the request may see its bytes. */
interface Followed {
  id: string;
  name: string;
  judge(id: string): Promise<DraftReader>;
}

/** The form depends only on the picture, and never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The same, where nobody tells shared caches when a picture is not public any more: they ask again after an hour. */
const IMMUTABLE_FOR_BROWSERS = 'public, s-maxage=3600, max-age=31536000, immutable';

/** For people who see more than the public: asked for again every time. */
const PRIVATE = 'private, no-cache';

/**
 * `/media/{id}/{variant}`: pictures without metadata; forms are made on first request and stored. Visitors get those that public
 * texts show, people who may read drafts all of them. `/preview/{token}/media/{id}/{variant}` has those of the draft that the link
 * shows.
 */
export function createMediaRoutes(options: MediaRoutesOptions): Hono {
  const { store, remembered, files, pictures, drawnFiles } = options;
  const forVisitors = options.tellsSharedCaches ? IMMUTABLE : IMMUTABLE_FOR_BROWSERS;
  let areUsesRecorded = false;

  async function isPublic(id: string): Promise<boolean> {
    areUsesRecorded ||= await areMediaUsesRecorded(store);
    return !areUsesRecorded || areBytesPublic(remembered, id);
  }

  /** @param judge whether the request may see a picture that is not public */
  async function answer(context: Context, judge: (id: string) => Promise<DraftReader>): Promise<Response> {
    const { id = '', variant: name = '' } = context.req.param();
    const stored = (await readMedia(remembered, [id])).get(id)?.data;
    const variant = stored && mediaVariant(stored, name);
    if (!variant) return followFile(context, { id, name, judge });
    const reader = (await isPublic(id)) ? undefined : await judge(id);
    if (reader?.mayRead === false) return followFile(context, { id, name, judge });
    const file = sentFile(stored, variant, name, reader ? PRIVATE : forVisitors);
    const response = await drawnFiles.answer(context, file, {
      // The form without metadata is not drawn, and may exist when others fail.
      subject: variant.recipe.kind === 'public' ? `${id}/public` : id,
      draw: async () =>
        isPicture(stored)
          ? pictures.make(() => files.read(originalKey(stored)), stored.contentType, variant.recipe)
          : { ok: false, reason: 'missing' },
      isWanted: async () => (await readMedia(store, [id])).has(id),
    });
    for (const cookie of reader?.setCookies ?? []) response.headers.append('Set-Cookie', cookie);
    return response;
  }

  /** Leads from the first bytes of a file to those that it has now: pages and links from before it was replaced name the former. */
  async function followFile(context: Context, { id, name, judge }: Followed): Promise<Response> {
    const current = (await readShownMedia(remembered, [id])).get(id);
    if (!current || current.id === id) return fileNotFound(context);
    const isAllowed = (await isPublic(current.id)) || (await judge(current.id)).mayRead;
    if (!isAllowed) return fileNotFound(context);
    return toBytes(context, current, name);
  }

  /** `/files/{id}/{variant}`: the present bytes of a file, for who may read drafts. */
  async function presentBytes(context: Context): Promise<Response> {
    const { id = '', variant: name = '' } = context.req.param();
    const current = (await readShownMedia(remembered, [id])).get(id);
    const { mayRead, setCookies } = await options.judgeReader(context);
    const response = current && mayRead ? toBytes(context, current, name) : fileNotFound(context);
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    return response;
  }

  return new Hono()
    .get('/files/:id/:variant', presentBytes)
    .get('/media/:id/:variant', (context) => answer(context, () => options.judgeReader(context)))
    .get('/preview/:token/media/:id/:variant', (context) =>
      answer(context, async (id) => {
        const item = await options.readPreview(context.req.param('token'));
        const shown = item ? await readShownMedia(store, mediaIn(item)) : new Map<string, Media>();
        return { mayRead: [...shown.values()].some((media) => media.id === id), setCookies: [] };
      }),
    );
}

/** A redirect that nothing keeps: the file may have other bytes at any time. A form that they lack becomes the original. */
function toBytes(context: Context, media: Media, name: string): Response {
  const variant = mediaVariant(media, name) ? name : 'original';
  return context.body(null, 302, { Location: `/media/${media.id}/${variant}`, 'Cache-Control': 'private, no-cache' });
}

function sentFile(file: Media, { key, contentType, recipe }: MediaVariant, name: string, control: string): SentFile {
  const { id } = file;
  const policy = resourcePolicy(contentType);
  const isPublicForm = recipe.kind === 'public';
  return {
    key,
    contentType,
    // Differs from the tags of originals once sent with metadata: `"{id}-original"` and `"{id}-original.{ext}"`.
    tag: isPublicForm ? `"${id}-public"` : `"${id}-${name}"`,
    headers: {
      'Cache-Control': control,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
      ...(!isPicture(file) && { 'Content-Disposition': dispositionOf(file) }),
    },
  };
}

/** Browsers open what is safe to open there, and save anything else under its name; old ones under the same without accents. */
function dispositionOf({ name, contentType, isActive }: OtherFile): string {
  const type = OTHER_FILE_TYPES[contentType].opens && !isActive ? 'inline' : 'attachment';
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '-');
  return create(name, { type, fallback });
}
