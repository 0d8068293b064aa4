import type { Media } from './media.ts';
import { originalKey } from './media-file.ts';

/** Widths in pixels that a picture is offered in. */
const PICTURE_WIDTHS = [320, 640, 960, 1280] as const;

/** What social networks show of a page, in pixels. */
const SHARED_PICTURE = { width: 1200, height: 630 } as const;

/** How to make a form of a picture from its original. */
export type PictureRecipe =
  /** No wider than the original, unless that is drawn with lines. */
  | { kind: 'width'; width: number; format: 'webp' }
  /** Filling exactly this box, cut where need be. */
  | { kind: 'box'; width: number; height: number; format: 'png' };

/** Makes a form of a picture. @throws {Error} for bytes that are no picture. */
export type PictureScaler = (original: Uint8Array, recipe: PictureRecipe) => Promise<Uint8Array>;

/** What `/media/{id}/{variant}` is: the file as it came, or a form of it, kept under a key. */
export type MediaVariant =
  | { kind: 'original'; key: string; contentType: Media['contentType'] }
  | { kind: 'made'; key: string; contentType: 'image/webp' | 'image/png'; recipe: PictureRecipe };

/** The variant of a name: `original`, `original.svg`, `640.webp`, `og.png`. @returns `undefined` for any other. */
export function mediaVariant(media: Pick<Media, 'id' | 'contentType'>, name: string): MediaVariant | undefined {
  const key = originalKey(media);
  if (name === 'original' || key.endsWith(`/${name}`)) {
    return { kind: 'original', key, contentType: media.contentType };
  }
  const made = { kind: 'made', key: `media/${media.id}/${name}` } as const;
  if (name === 'og.png') {
    return { ...made, contentType: 'image/png', recipe: { kind: 'box', ...SHARED_PICTURE, format: 'png' } };
  }
  const width = PICTURE_WIDTHS.find((candidate) => name === `${candidate}.webp`);
  return width && { ...made, contentType: 'image/webp', recipe: { kind: 'width', width, format: 'webp' } };
}
