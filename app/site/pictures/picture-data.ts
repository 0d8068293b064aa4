import type { PublishedCover } from '#core/content/publication.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PictureFile } from '#core/media/media.ts';
import { type Focus, offeredForms, WIDEST_DRAWING } from '#core/media/picture-variants.ts';
import { tintOf } from '#core/media/tint.ts';
import type { ShownMedia } from '#core/public-content/published-content.ts';
import { type CropRatio, croppedSize, readCrop } from '#core/rich-text/node-rules.ts';
import type { PageServices } from '../../context/context.ts';

/** A picture of the site, as attributes of its elements; without the alternative text. */
export interface PictureData {
  /** The smallest format first; empty for a picture that is shown as it came. */
  sources: { type: string; srcSet: string }[];
  image: {
    src: string;
    /** Pixels. */
    width: number;
    height: number;
    /** The colour that takes its place until it arrives. */
    'data-tint'?: string;
    /** The shape that it is cropped to, for `pictures.css`. */
    'data-crop'?: CropRatio;
  };
  /** What stays in sight where it is cut; missing in the middle. */
  focus?: Focus;
  /** The address of the animation that the picture is a frame of. */
  animation?: string;
  /** The part of its width that is shown, if it is cropped at the sides. */
  shownWidth?: number;
  /** Whether to show the animation: in a text, and not in cards or as a cover. */
  isMoving?: true;
}

export interface CoverData extends PictureData, Captioned {
  alt: string;
}

/** What stands below a picture. */
export interface Captioned {
  caption?: string;
  credit?: string;
}

/** A picture with what its file says, for texts that do not say it themselves. */
export interface FilePicture extends Captioned {
  picture: PictureData;
  alt?: string;
}

/** Reads pictures by the ids of their files, as readers of a language get them. The page depends on what is read: it is rendered again when further forms are ready. */
export async function readPictures(
  { content }: Pick<PageServices, 'content'>,
  locale: Locale,
  ids: string[],
): Promise<ReadonlyMap<string, FilePicture>> {
  const files = ids.length > 0 ? await content.media(ids, locale) : new Map<string, ShownMedia>();
  return new Map(
    [...files].map(([id, file]) => {
      const { alt, caption, credit, focus } = file;
      const words = {
        ...(alt !== undefined && { alt }),
        ...(caption !== undefined && { caption }),
        ...(credit !== undefined && { credit }),
      };
      return [id, { picture: { ...pictureData(file, content.mediaFolder), ...(focus && { focus }) }, ...words }];
    }),
  );
}

/** The picture as a text shows it, which lets an animation move. */
export function movingIn(picture: PictureData): PictureData {
  return picture.animation === undefined ? picture : { ...picture, isMoving: true };
}

/** The picture as a use crops it. @param crop as `readCrop` reads it; anything else leaves it whole */
export function croppedBy(picture: PictureData, crop: unknown): PictureData {
  const wanted = readCrop(crop);
  if (!wanted) return picture;
  const { focus = picture.focus, ratio } = wanted;
  const size = croppedSize(picture.image, ratio);
  const shownWidth = Math.round((100 * size.width) / picture.image.width) / 100;
  return {
    ...picture,
    ...(focus && { focus }),
    ...(shownWidth < 1 && { shownWidth }),
    image: { ...picture.image, ...size, 'data-crop': ratio },
  };
}

export async function readCover(
  services: Pick<PageServices, 'content'>,
  locale: Locale,
  cover: PublishedCover | undefined,
): Promise<CoverData | undefined> {
  if (!cover) return undefined;
  const shown = (await readPictures(services, locale, [cover.media])).get(cover.media);
  if (!shown) return undefined;
  const { picture, alt = '', ...below } = shown;
  return { ...picture, ...below, alt: cover.alt || alt };
}

/** How a page shows some bytes. */
export function pictureData(file: PictureFile, folder = '/media'): PictureData {
  const forms = offeredForms(file);
  const size = shownSize(file);
  // A drawing is drawn for each form.
  const widest = file.contentType === 'image/svg+xml' ? WIDEST_DRAWING : size.width;
  const address = (name: string) => `${folder}/${file.id}/${name}`;
  return {
    sources: (forms?.formats ?? []).map((format) => ({
      type: `image/${format}`,
      srcSet: (forms?.widths ?? [])
        .map((width) => `${address(`${width}.${format}`)} ${Math.min(width, widest)}w`)
        .join(),
    })),
    image: {
      src: address(forms ? '640.jpg' : 'original'),
      ...size,
      ...(file.color && { 'data-tint': tintOf(file.color) }),
    },
    // What cannot be resized has no still form.
    ...(file.isAnimated && forms && { animation: address('original') }),
  };
}

/** Units up to which an SVG keeps its size: it is an icon or a sign. */
const SMALL_DRAWING = 320;

/** Whole pixels; a larger SVG, which is sharp in every size, fills the place that it is given. */
function shownSize({ contentType, width, height }: PictureFile): { width: number; height: number } {
  const scale = contentType === 'image/svg+xml' && width > SMALL_DRAWING ? WIDEST_DRAWING / width : 1;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
