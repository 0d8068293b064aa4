import type { Media } from './media.ts';

const EXTENSIONS: { [type in Media['contentType']]: string } = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/** Where the file store keeps a media file as it was uploaded, metadata included. It is never served. */
export function originalKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/original.${EXTENSIONS[media.contentType]}`;
}

/** Where the file store keeps a media file without its metadata, which is what the public gets as the original. */
export function publicFormKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/public.${EXTENSIONS[media.contentType]}`;
}
