import type { Media } from './media.ts';

const EXTENSIONS: { [type in Media['contentType']]: string } = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/** The types that can be uploaded, for the file dialog of browsers; a phone offers its camera, too. */
export const ACCEPTED_TYPES = Object.keys(EXTENSIONS).join();

/** The names of originals, as uploaded and as served. */
export const ORIGINAL_NAMES = Object.values(EXTENSIONS).map((extension) => `original.${extension}`);

/** The file store key of a media file as uploaded, with metadata. Never served. */
export function originalKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/original.${EXTENSIONS[media.contentType]}`;
}

/** The file store key of a media file without metadata, which the public gets as the original. */
export function publicFormKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/public.${EXTENSIONS[media.contentType]}`;
}

/** The usual ending of the names of files of a type, without a dot. */
export function extensionOf(contentType: Media['contentType']): string {
  return EXTENSIONS[contentType];
}

/** The name of a media file outside of the site: unique for its contents. */
export function originalName(media: Pick<Media, 'id' | 'contentType'>): string {
  return `${media.id}.${EXTENSIONS[media.contentType]}`;
}

/** The first 32 hexadecimal digits of the SHA-256 of the bytes. */
export async function mediaIdOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
