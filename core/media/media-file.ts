import { FILE_KINDS, type FileKind, isOtherContentType, OTHER_FILE_TYPES } from './file-types.ts';
import type { Media, PictureFile } from './media.ts';

const PICTURE_EXTENSIONS: { [type in PictureFile['contentType']]: string } = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/** The ends of the names of the files that a site takes: pictures first. */
export const TAKEN_EXTENSIONS = [
  ...Object.values(PICTURE_EXTENSIONS),
  ...Object.values(OTHER_FILE_TYPES).map(({ extension }) => extension),
];

/**
 * The files of some kinds for the file dialog of browsers, which know some of the types by their ends alone; a phone offers its
 * camera for pictures, too. @param kinds default: all
 */
export function acceptedFiles(kinds: readonly FileKind[] = FILE_KINDS): string {
  const others = Object.values(OTHER_FILE_TYPES).filter(({ kind }) => kinds.includes(kind));
  return [
    ...(kinds.includes('picture') ? Object.keys(PICTURE_EXTENSIONS) : []),
    ...others.map(({ extension }) => `.${extension}`),
  ].join();
}

/** The usual ending of the names of files of a type, without a dot. */
export function extensionOf(type: Media['contentType']): string {
  return isOtherContentType(type) ? OTHER_FILE_TYPES[type].extension : PICTURE_EXTENSIONS[type];
}

/** The names of original pictures, as uploaded and as served. */
export const ORIGINAL_NAMES = Object.values(PICTURE_EXTENSIONS).map((extension) => `original.${extension}`);

/** The file store key of a media file as uploaded. That of a picture has metadata and is never served. */
export function originalKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/original.${extensionOf(media.contentType)}`;
}

/** The file store key of a media file as the public gets it: a picture without metadata, any other file as it came. */
export function publicFormKey(media: Pick<Media, 'id' | 'contentType'>): string {
  if (isOtherContentType(media.contentType)) return originalKey(media);
  return `media/${media.id}/public.${extensionOf(media.contentType)}`;
}

/** The name of a media file outside of the site: unique for its contents. */
export function originalName(media: Pick<Media, 'id' | 'contentType'>): string {
  return `${media.id}.${extensionOf(media.contentType)}`;
}

/** The first 32 hexadecimal digits of the SHA-256 of the bytes. */
export async function mediaIdOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
