import type { Media } from './media.ts';

const EXTENSIONS: { [type in Media['contentType']]: string } = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/** Where the file store keeps the bytes of a media file as they came. */
export function originalKey(media: Pick<Media, 'id' | 'contentType'>): string {
  return `media/${media.id}/original.${EXTENSIONS[media.contentType]}`;
}
