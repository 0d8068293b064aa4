import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { OTHER_FILE_TYPES, type OtherContentType, PICTURE_EXTENSIONS, type PictureContentType } from './media-file.ts';

const common = {
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** The original file name. */
  name: z.string().min(1).max(255),
  bytes: z.int().positive(),
  /** When it was last uploaded, in milliseconds since 1970. Missing if that was before this was known. */
  storedAt: z.int().nonnegative().exactOptional(),
  /** Whether it has had a file of the library: since then texts get it through one alone. */
  isFiled: z.literal(true).exactOptional(),
  /** When to see whether anything still uses it, or to go on deleting it. */
  checkAt: z.int().nonnegative().exactOptional(),
  /** Since when it is being deleted: it is gone for everybody, while files of it may still be stored. */
  deletedAt: z.int().nonnegative().exactOptional(),
};

const pictureSchema = z.strictObject({
  ...common,
  contentType: z.enum(Object.keys(PICTURE_EXTENSIONS) as PictureContentType[]),
  /** Pixels. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** The mean colour; `null` if parts are transparent. Missing if not known yet. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .exactOptional(),
  /** Whether it moves; its forms do not. Missing if not known yet. */
  isAnimated: z.boolean().exactOptional(),
  /** The version of the stored forms (`picture-variants.ts`); 0 if it cannot be resized. Missing if they are not made yet. */
  forms: z.int().min(0).exactOptional(),
});

const otherFileSchema = z.strictObject({
  ...common,
  contentType: z.enum(Object.keys(OTHER_FILE_TYPES) as OtherContentType[]),
  /** Of a PDF, unless it has a password. */
  pages: z.int().positive().exactOptional(),
  /** Of a sound or film that says how long it is. */
  seconds: z.number().positive().exactOptional(),
  /** A PDF that may do more than show: browsers save it, and do not open it. */
  isActive: z.literal(true).exactOptional(),
});

const mediaSchema = z.union([pictureSchema, otherFileSchema]);

/** A media file that is a picture. */
export type PictureFile = z.infer<typeof pictureSchema>;

/** A media file of another kind: a document, a sound, a film, captions. */
export type OtherFile = z.infer<typeof otherFileSchema>;

export function isPicture(file: Media): file is PictureFile {
  return 'width' in file;
}

/** The file where only a picture can be shown: as a cover, or a picture in a text. */
export function asPicture(file: Media | undefined): PictureFile | undefined {
  return file && isPicture(file) ? file : undefined;
}

/** A media file. Stored as `media/{id}`; the id is the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export type Media = z.infer<typeof mediaSchema>;

/** `media/{id}` */
export const media = defineCollection({
  name: 'media',
  schema: mediaSchema,
  // The last one is for sums.
  indexes: [[{ field: 'checkAt', direction: 'asc' }], [{ field: 'bytes', direction: 'asc' }]],
  policy: { read: 'public' },
  feed: ['bytes', 'checkAt', 'deletedAt'],
});

/** Whether a text has the form of the id of a media file. */
export function isMediaId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/** The media file, unless it is being deleted. */
export function keptMedia(file: Media | undefined): Media | undefined {
  return file?.deletedAt === undefined ? file : undefined;
}

/** Bytes that texts name by themselves: they were uploaded before there were files, and have none yet. */
export function mediaWithoutFile(bytes: Media | undefined): Media | undefined {
  return bytes?.isFiled ? undefined : keptMedia(bytes);
}

/** Reads media files by id, without those that do not exist or are being deleted. */
export async function readMedia(
  store: Pick<DocumentStore, 'batchGet'>,
  ids: Iterable<string>,
): Promise<Map<string, Document<Media>>> {
  const wanted = [...new Set(ids)].filter(isMediaId).sort();
  if (wanted.length === 0) return new Map();
  const documents = await getDocuments(
    store,
    wanted.map((id) => media.at(id)),
  );
  return new Map(documents.flatMap((found) => (found && keptMedia(found.data) ? [[found.data.id, found]] : [])));
}
