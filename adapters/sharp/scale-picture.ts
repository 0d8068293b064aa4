import { MAX_PIXELS } from '#core/media/media-limits.ts';
import type { PictureScaler } from '#core/media/picture-variants.ts';

/** Dots per inch at which a drawing has one pixel for each of its units. */
const UNIT_DENSITY = 72;

const WEBP_QUALITY = 78;

/** Behind transparent parts of a shared picture, which some networks would show black. */
const BACKGROUND = '#f7faf9';

/** Scales pictures, drawings sharply at any size. sharp is loaded on first use, and works on one core. */
export const scalePicture: PictureScaler = async (original, recipe) => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const limits = { limitInputPixels: MAX_PIXELS };
  const { format, width = recipe.width } = await sharp(original, limits).metadata();
  const isDrawing = format === 'svg';
  const density = isDrawing
    ? Math.min(2_400, Math.max(UNIT_DENSITY, (UNIT_DENSITY * recipe.width) / width))
    : UNIT_DENSITY;
  const picture = sharp(original, { ...limits, density }).rotate();
  if (recipe.kind === 'width') {
    return picture
      .resize({ width: recipe.width, withoutEnlargement: !isDrawing })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
  }
  return picture
    .resize({ width: recipe.width, height: recipe.height, fit: 'cover' })
    .flatten({ background: BACKGROUND })
    .png({ palette: true, quality: 90 })
    .toBuffer();
};
