import { create } from 'content-disposition';
import { type Context, Hono } from 'hono';
import type { Item } from '#core/content/item.ts';
import type { DocumentReader, DocumentStore } from '#core/documents/document-store.ts';
import { fileAddress, fileNameOf, isVersion, versionedAddress } from '#core/files/file-name.ts';
import { readShownFiles, readShownMedia, type ShownFile } from '#core/files/read-files.ts';
import { shownUploads, type Upload } from '#core/files/site-file.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { isPicture, type Media, readMedia } from '#core/media/media.ts';
import { OTHER_FILE_TYPES, originalKey } from '#core/media/media-file.ts';
import { mediaIn } from '#core/media/media-in.ts';
import { type MediaVariant, mediaVariant } from '#core/media/picture-variants.ts';
import type { Pictures } from '#core/media/pictures.ts';
import { areBytesPublic, areMediaUsesRecorded, isShownInPublic } from '#core/media-uses/find-media-uses.ts';
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

/** The address of a file, whose bytes may be replaced at any time. */
const REVALIDATED = 'public, no-cache';

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
    return send(context, stored, { variant, name, control: reader ? PRIVATE : forVisitors }, reader);
  }

  async function send(context: Context, stored: Media, sent: Sent, reader?: DraftReader): Promise<Response> {
    const { id } = stored;
    const { recipe } = sent.variant;
    const response = await drawnFiles.answer(context, sentFile(stored, sent), {
      // The form without metadata is not drawn, and may exist when others fail.
      subject: recipe.kind === 'public' ? `${id}/public` : id,
      draw: async () =>
        isPicture(stored)
          ? pictures.make(() => files.open(originalKey(stored)), stored.contentType, recipe)
          : { ok: false, reason: 'missing' },
      isWanted: async () => (await readMedia(store, [id])).has(id),
    });
    return withCookies(response, reader);
  }

  /** Leads from the first bytes of a file to those that it has now: pages and links from before it was replaced name the former. */
  async function followFile(context: Context, { id, name, judge }: Followed): Promise<Response> {
    const current = (await readShownMedia(remembered, [id])).get(id);
    if (!current || current.id === id) return fileNotFound(context);
    const isAllowed = (await isPublic(current.id)) || (await judge(current.id)).mayRead;
    if (!isAllowed) return fileNotFound(context);
    return toBytes(context, current, name);
  }

  /**
   * `/files/{id}/{name}`: the present bytes of a file, or with `?language=` those that readers of the language get; asked for again
   * each time. With `?v=` these bytes, which never change. Another name leads to the present one. A form of a picture instead of a
   * name leads who may read drafts to the present bytes.
   */
  async function presentBytes(context: Context): Promise<Response> {
    const { id = '', variant: name = '' } = context.req.param();
    const { v, language } = context.req.query();
    const shown = (await readShownFiles(remembered, [id], language)).get(id);
    if (!shown) return fileNotFound(context);
    const uploads = uploadsOf(shown);
    const present = uploads.find(({ media }) => media === shown.media.id);
    const wanted = v === undefined ? present : uploads.find((upload) => isVersion(v, upload));
    const isNamed = wanted !== undefined && fileAddress(id, wanted) === context.req.path;
    const isForm = !isNamed && mediaVariant(shown.media, name) !== undefined;
    const reader = !isForm && (await isFilePublic(id)) ? undefined : await options.judgeReader(context);
    if (reader?.mayRead === false) return withCookies(fileNotFound(context), reader);
    if (isForm) return withCookies(toBytes(context, shown.media, name), reader);
    if (!isNamed) {
      const isVersioned = v !== undefined && wanted !== undefined;
      const stable = present && fileAddress(id, present, ownLanguage(shown, language));
      const right = isVersioned ? versionedAddress(id, wanted) : (stable ?? context.req.path);
      return withCookies(context.body(null, 302, { Location: right, 'Cache-Control': PRIVATE }), reader);
    }
    const bytes = (await readMedia(remembered, [wanted.media])).get(wanted.media)?.data;
    const variant = bytes && mediaVariant(bytes, 'original');
    if (!variant) return withCookies(fileNotFound(context), reader);
    const control = reader ? PRIVATE : v === undefined ? REVALIDATED : IMMUTABLE_FOR_BROWSERS;
    return send(context, bytes, { variant, name: 'original', control, fileName: wanted.name }, reader);
  }

  async function isFilePublic(id: string): Promise<boolean> {
    areUsesRecorded ||= await areMediaUsesRecorded(store);
    return !areUsesRecorded || isShownInPublic(remembered, id);
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

/** A form as it is sent. */
interface Sent {
  variant: MediaVariant;
  /** Of the form. */
  name: string;
  /** `Cache-Control` */
  control: string;
  /** The name under which browsers save it; default: that of other files, none for pictures. */
  fileName?: string;
}

function sentFile(file: Media, { variant: { key, contentType, recipe }, name, control, fileName }: Sent): SentFile {
  const { id } = file;
  const policy = resourcePolicy(contentType);
  const isPublicForm = recipe.kind === 'public';
  const named = fileName ?? (isPicture(file) ? undefined : fileNameOf(file.name, file.contentType));
  return {
    key,
    contentType,
    // Differs from the tags of originals once sent with metadata: `"{id}-original"` and `"{id}-original.{ext}"`.
    tag: isPublicForm ? `"${id}-public"` : `"${id}-${name}"`,
    headers: {
      'Cache-Control': control,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
      ...(named !== undefined && { 'Content-Disposition': dispositionOf(file, named) }),
    },
  };
}

/** Browsers open what is safe to open there, and save anything else under its name; old ones under the same without accents. */
function dispositionOf(file: Media, name: string): string {
  const isSafe = isPicture(file) || (OTHER_FILE_TYPES[file.contentType].opens && !file.isActive);
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '-');
  return create(name, { type: isSafe ? 'inline' : 'attachment', fallback });
}

function withCookies(response: Response, reader: DraftReader | undefined): Response {
  for (const cookie of reader?.setCookies ?? []) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** All bytes that readers get of a file. */
function uploadsOf({ file, media }: ShownFile): Pick<Upload, 'media' | 'name' | 'contentType'>[] {
  return file ? shownUploads(file) : [{ ...media, media: media.id }];
}

/** The language, if it has bytes of its own. */
function ownLanguage({ file }: ShownFile, language: string | undefined): string | undefined {
  return language !== undefined && file?.languages[language]?.own ? language : undefined;
}
