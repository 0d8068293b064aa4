import type { Media } from './media.ts';

const EXTENSIONS: { [type in Media['contentType']]: string } = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

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

/** The name of a media file outside of the site: unique for its contents. */
export function originalName(media: Pick<Media, 'id' | 'contentType'>): string {
  return `${media.id}.${EXTENSIONS[media.contentType]}`;
}
