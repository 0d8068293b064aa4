import type { Sharp } from 'sharp';
import type { PictureFile } from '#core/media/media.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import { stripMetadata } from '#core/media/public-form/strip-metadata.ts';
import { SURFACE } from '#core/site/site-colors.ts';
import { openPicture } from './allowed-sharp.ts';

/** Dots per inch at which an SVG has one pixel per unit. */
const UNIT_DENSITY = 72;

/** Maximum dots per inch of libvips. */
const MAX_DENSITY = 2_400;

/**
 * The qualities at which a photograph looks the same as its original at the size of the form. `effort` of AVIF takes a
 * quarter of the default's time.
 */
const AVIF = { quality: 50, effort: 3, chromaSubsampling: '4:2:0' } as const;
const WEBP = { quality: 78 } as const;
const JPEG = { quality: 78, mozjpeg: true } as const;

/** Background of transparent pictures as JPEG, and in preview pictures, which some social networks would show black. */
const BACKGROUND = SURFACE.light;

/** Makes a form of a picture; SVGs are rendered at the final size. @throws {Error} for invalid bytes. */
export async function makeForm(
  original: Uint8Array,
  contentType: PictureFile['contentType'],
  recipe: PictureRecipe,
): Promise<Uint8Array> {
  if (recipe.kind === 'public') return makePublicForm(original, contentType);
  const isDrawing = contentType === 'image/svg+xml';
  const picture = openPicture(original, isDrawing ? await densityFor(original, recipe.width) : undefined).rotate();
  if (recipe.kind === 'box') {
    const { width, height, format, at } = recipe;
    const cut =
      at === undefined ? picture.resize({ width, height, fit: 'cover' }) : await cutAt(picture, { width, height }, at);
    const filled = cut.flatten({ background: BACKGROUND });
    return (format === 'jpg' ? filled.jpeg(JPEG) : filled.png({ palette: true, quality: 90 })).toBuffer();
  }
  const resized = picture.resize({ width: recipe.width, withoutEnlargement: !isDrawing });
  switch (recipe.format) {
    case 'avif':
      return resized.avif(AVIF).toBuffer();
    case 'webp':
      return resized.webp(WEBP).toBuffer();
    case 'jpg':
      return resized.flatten({ background: BACKGROUND }).jpeg(JPEG).toBuffer();
  }
}

/** Fills a box. @param at tenths of what is cut off that are on the left or above */
async function cutAt(picture: Sharp, box: { width: number; height: number }, at: number): Promise<Sharp> {
  const { autoOrient: size } = await picture.metadata();
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const [width, height] = [
    Math.max(box.width, Math.round(size.width * scale)),
    Math.max(box.height, Math.round(size.height * scale)),
  ];
  const part = (over: number) => Math.round((over * at) / 10);
  return picture
    .resize({ width, height, fit: 'fill' })
    .extract({ left: part(width - box.width), top: part(height - box.height), ...box });
}

/** The density at which an SVG is `wanted` pixels wide, and at least its own size. */
async function densityFor(drawing: Uint8Array, wanted: number): Promise<number> {
  const { width } = await openPicture(drawing).metadata();
  return Math.min(MAX_DENSITY, Math.max(UNIT_DENSITY, (UNIT_DENSITY * wanted) / width));
}

/** Quality of a re-encoded JPEG, WebP or AVIF: no visible difference. */
const QUALITY = 92;

/**
 * Removes a picture's metadata. Losslessly if the file's structure is supported; otherwise the picture is re-encoded, only the
 * first frame of an animation. @throws {Error} for invalid bytes
 */
export async function makePublicForm(
  original: Uint8Array,
  contentType: PictureFile['contentType'],
): Promise<Uint8Array> {
  const stripped = stripMetadata(original, contentType);
  if (contentType === 'image/svg+xml') {
    if (stripped) return stripped;
    throw new Error('The drawing has an embedded picture that cannot be read');
  }
  if (stripped && (await isSamePicture(original, stripped))) return stripped;
  const picture = openPicture(original).autoOrient().keepIccProfile();
  switch (contentType) {
    case 'image/png':
      return picture.png().toBuffer();
    case 'image/gif':
      return picture.gif().toBuffer();
    case 'image/jpeg':
      return picture.jpeg({ quality: QUALITY }).toBuffer();
    case 'image/webp':
      return picture.webp({ quality: QUALITY }).toBuffer();
    case 'image/avif':
      return picture.avif({ quality: QUALITY, effort: 2 }).toBuffer();
  }
}

/** Whether the result decodes to the same picture, with no metadata but the orientation. */
async function isSamePicture(original: Uint8Array, stripped: Uint8Array): Promise<boolean> {
  try {
    const [before, after] = await Promise.all([openPicture(original).metadata(), openPicture(stripped).metadata()]);
    const hasMetadata = after.xmp || after.iptc || after.comments || (after.exif && (after.orientation ?? 1) === 1);
    return (
      !hasMetadata &&
      after.width === before.width &&
      after.height === before.height &&
      after.pages === before.pages &&
      after.space === before.space &&
      after.channels === before.channels &&
      after.hasProfile === before.hasProfile &&
      (after.orientation ?? 1) === (before.orientation ?? 1)
    );
  } catch {
    return false;
  }
}
