import type { Media } from './media.ts';
import { originalKey, publicFormKey } from './media-file.ts';

/** Widths in pixels of the generated forms of a picture. */
const PICTURE_WIDTHS = [320, 640, 960, 1280] as const;

/** The smallest of them. */
export const NARROWEST_FORM = 320;
export const WIDEST_FORM = 1280;

/** Size in pixels of the preview picture for social networks. */
const SHARED_PICTURE = { width: 1200, height: 630 } as const;

/** How to make a form of a picture from its original. */
export type PictureRecipe =
  /** The same picture in the same format, without metadata. */
  | { kind: 'public' }
  /** Not enlarged, unless the original is a vector graphic. */
  | { kind: 'width'; width: number; format: 'webp' }
  /** Fills exactly this box; cropped as needed. */
  | { kind: 'box'; width: number; height: number; format: 'png' };

/** A generated form of a picture, stored under a key. */
export interface MediaVariant {
  key: string;
  contentType: Media['contentType'];
  recipe: PictureRecipe;
}

/** The variant with a name: `original`, `original.svg`, `640.webp`, `og.png`. @returns `undefined` for any other name. */
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
