import type { Media } from './media.ts';
import { originalKey, publicFormKey } from './media-file.ts';

/** Widths in pixels that a picture is offered in. */
const PICTURE_WIDTHS = [320, 640, 960, 1280] as const;

/** The narrowest and the widest of them. */
export const NARROWEST_FORM = 320;
export const WIDEST_FORM = 1280;

/** What social networks show of a page, in pixels. */
const SHARED_PICTURE = { width: 1200, height: 630 } as const;

/** How to make a form of a picture from its original. */
export type PictureRecipe =
  /** The same picture in the same format, without metadata. */
  | { kind: 'public' }
  /** No wider than the original, unless that is drawn with lines. */
  | { kind: 'width'; width: number; format: 'webp' }
  /** Filling exactly this box, cut where need be. */
  | { kind: 'box'; width: number; height: number; format: 'png' };

/** A form of a picture, kept under a key once it was made. */
export interface MediaVariant {
  key: string;
  contentType: Media['contentType'];
  recipe: PictureRecipe;
}

/** The variant of a name: `original`, `original.svg`, `640.webp`, `og.png`. @returns `undefined` for any other. */
export function mediaVariant(media: Pick<Media, 'id' | 'contentType'>, name: string): MediaVariant | undefined {
  if (name === 'original' || originalKey(media).endsWith(`/${name}`)) {
    return { key: publicFormKey(media), contentType: media.contentType, recipe: { kind: 'public' } };
  }
  const key = `media/${media.id}/${name}`;
  if (name === 'og.png') {
    return { key, contentType: 'image/png', recipe: { kind: 'box', ...SHARED_PICTURE, format: 'png' } };
  }
  const width = PICTURE_WIDTHS.find((candidate) => name === `${candidate}.webp`);
  return width && { key, contentType: 'image/webp', recipe: { kind: 'width', width, format: 'webp' } };
}
