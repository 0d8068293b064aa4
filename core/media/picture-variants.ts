import type { Media, PictureFile } from './media.ts';
import { isOtherContentType, ORIGINAL_NAMES, originalKey, publicFormKey } from './media-file.ts';

/** Widths in pixels of the generated forms of a picture. */
const PICTURE_WIDTHS = [320, 640, 960, 1280, 1920] as const;

/** The smallest of them. */
export const NARROWEST_FORM = 320;

/** The widest form of an SVG, which is drawn in any size. */
export const WIDEST_DRAWING = 1280;

/** The formats of the forms, by file extension. JPEG is for browsers and programs that know neither of the others. */
const FORMATS = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

type FormFormat = keyof typeof FORMATS;

/** Size in pixels of the preview picture for social networks. */
const SHARED_PICTURE = { width: 1200, height: 630 } as const;

/** Pixels of each side of an icon for the screen of a phone. Source: Apple's `apple-touch-icon`. */
const ICON = { name: 'icon.png', side: 180 } as const;

/** The point of a picture that stays in sight where it is cut, in tenths of its width and height from the left and the top. */
export interface Focus {
  x: number;
  y: number;
}

/** The tenth that is the middle, which is where pictures are cut around without a focal point. */
export const MIDDLE = 5;

/** How to make a form of a picture from its original. */
export type PictureRecipe =
  /** The same picture in the same format, without metadata. */
  | { kind: 'public' }
  /** Not enlarged, unless the original is a vector graphic. */
  | { kind: 'width'; width: number; format: FormFormat }
  /** Fills exactly this box. What does not fit is cut off on both sides; `at`: tenths of it on the left or above, default: half. */
  | { kind: 'box'; width: number; height: number; format: 'jpg' | 'png'; at?: number };

/** A generated form of a picture, stored under a key. */
export interface MediaVariant {
  key: string;
  contentType: Media['contentType'];
  recipe: PictureRecipe;
}

/**
 * The variant with a name: `original`, `original.svg`, `640.avif`, `og.jpg`, `og-3.jpg`, `icon.png`; `og.png` was an address once. What is not a
 * picture has its original only.
 * @returns `undefined` for any other name.
 */
export function mediaVariant(media: Pick<Media, 'id' | 'contentType'>, name: string): MediaVariant | undefined {
  const { contentType } = media;
  const isOther = isOtherContentType(contentType);
  if (name === 'original' || (!isOther && originalKey(media).endsWith(`/${name}`))) {
    return { key: publicFormKey(media), contentType, recipe: { kind: 'public' } };
  }
  if (isOther) return undefined;
  const key = `media/${media.id}/${name}`;
  if (name === ICON.name) {
    return {
      key,
      contentType: 'image/png',
      recipe: { kind: 'box', width: ICON.side, height: ICON.side, format: 'png' },
    };
  }
  if (SHARED_NAMES.includes(name)) {
    const [, at] = /^og-(\d+)/.exec(name) ?? [];
    const format = name.endsWith('.jpg') ? 'jpg' : 'png';
    return {
      key,
      contentType: `image/${format === 'jpg' ? 'jpeg' : 'png'}`,
      recipe: { kind: 'box', ...SHARED_PICTURE, format, ...(at !== undefined && { at: Number(at) }) },
    };
  }
  const [, digits, format] = /^(\d+)\.(avif|webp|jpg)$/.exec(name) ?? [];
  const width = PICTURE_WIDTHS.find((candidate) => String(candidate) === digits);
  if (!width || !isWidthOf({ contentType }, width)) return undefined;
  return {
    key,
    contentType: FORMATS[format as FormFormat],
    recipe: { kind: 'width', width, format: format as FormFormat },
  };
}

/** The names of the pictures for social networks: only one axis of a picture is cut, in one of eleven places. */
const SHARED_NAMES = ['og.jpg', 'og.png', ...[0, 1, 2, 3, 4, 6, 7, 8, 9, 10].map((at) => `og-${at}.jpg`)];

/** The name of the picture for social networks that keeps a point in sight. */
export function sharedPictureName(
  { width, height }: Pick<PictureFile, 'width' | 'height'>,
  focus: Focus | undefined,
): string {
  const isCutAside = width * SHARED_PICTURE.height > height * SHARED_PICTURE.width;
  const at = (isCutAside ? focus?.x : focus?.y) ?? MIDDLE;
  return at === MIDDLE ? 'og.jpg' : `og-${at}.jpg`;
}

/** Every name that `mediaVariant` knows of some file. */
export function variantNames(): string[] {
  const forms = PICTURE_WIDTHS.flatMap((width) => Object.keys(FORMATS).map((format) => `${width}.${format}`));
  return ['original', ...ORIGINAL_NAMES, ...forms, ...SHARED_NAMES, ICON.name];
}

/** The widths of the forms that differ: none is wider than the picture, except the last one, which has all of its pixels. */
export function formWidths(media: Pick<PictureFile, 'contentType' | 'width'>): number[] {
  const enough = PICTURE_WIDTHS.findIndex((width) => width >= media.width);
  const isDrawing = media.contentType === 'image/svg+xml';
  return PICTURE_WIDTHS.filter(
    (width, index) => isWidthOf(media, width) && (isDrawing || enough < 0 || index <= enough),
  );
}

function isWidthOf({ contentType }: Pick<PictureFile, 'contentType'>, width: number): boolean {
  return contentType !== 'image/svg+xml' || width <= WIDEST_DRAWING;
}

/** The value of `Media.forms` once all forms are stored. Increased when the forms that are made ahead of requests change, so that existing pictures get them. */
export const FORMS_VERSION = 1;

/** The value of `Media.forms` for a picture that cannot be resized. */
export const NO_FORMS = 0;

/** SVGs up to this size are sent as they are: smaller than a form for a phone, and sharp in every size. */
const LIGHT_DRAWING_BYTES = 24_000;

/** The formats that pages offer, the smallest first. */
type OfferedFormat = 'avif' | 'webp';

/** The forms that a page offers to browsers; without any, it shows the original. */
interface OfferedForms {
  formats: OfferedFormat[];
  /** Widths in pixels of the form files. The last may be narrower, because pictures are not enlarged. */
  widths: number[];
}

/** Types of which a file can be an animation that is kept as one. */
const MOVING: readonly string[] = ['image/gif', 'image/png', 'image/webp'];

/** Whether nothing has to be made or found out of a picture any more. */
export function isPrepared({ forms, color, ...file }: PictureFile): boolean {
  return (forms === FORMS_VERSION || forms === NO_FORMS) && color !== undefined && !mayMove(file);
}

/** Whether it is not known yet if a picture moves. */
export function mayMove({ contentType, isAnimated }: Pick<PictureFile, 'contentType' | 'isAnimated'>): boolean {
  return isAnimated === undefined && MOVING.includes(contentType);
}

/** Whether a picture is shown as it came, in any size. */
export function isLightDrawing({ contentType, bytes }: Pick<PictureFile, 'contentType' | 'bytes'>): boolean {
  return contentType === 'image/svg+xml' && bytes <= LIGHT_DRAWING_BYTES;
}

/**
 * The forms that pages offer. Those in AVIF take long to make, so they are offered once they are stored; those in WebP are made
 * on the first request.
 */
export function offeredForms(media: PictureFile): OfferedForms | undefined {
  if (isLightDrawing(media) || media.forms === NO_FORMS) return undefined;
  return { formats: media.forms === FORMS_VERSION ? ['avif', 'webp'] : ['webp'], widths: formWidths(media) };
}
