import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import { OTHER_FILE_TYPES, type OtherContentType } from './file-types.ts';

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
  contentType: z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']),
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
  /** The version of the stored forms (`prepared-forms.ts`); 0 if it cannot be resized. Missing if they are not made yet. */
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
