import type { Media } from '#core/media/media.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import { openPicture } from './allowed-sharp.ts';
import { makePublicForm } from './make-public-form.ts';

/** Dots per inch at which an SVG has one pixel per unit. */
const UNIT_DENSITY = 72;

/** Maximum dots per inch of libvips. */
const MAX_DENSITY = 2_400;

const WEBP_QUALITY = 78;

/** Background of transparent preview pictures, which some social networks would show black. */
const BACKGROUND = '#f7faf9';

/** Makes a form of a picture; SVGs are rendered at the final size. @throws {Error} for invalid bytes. */
export async function makeForm(
  original: Uint8Array,
  contentType: Media['contentType'],
  recipe: PictureRecipe,
): Promise<Uint8Array> {
  if (recipe.kind === 'public') return makePublicForm(original, contentType);
  const isDrawing = contentType === 'image/svg+xml';
  const picture = openPicture(original, isDrawing ? await densityFor(original, recipe.width) : undefined).rotate();
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
}

/** The density at which an SVG is `wanted` pixels wide, and at least its own size. */
async function densityFor(drawing: Uint8Array, wanted: number): Promise<number> {
  const { width } = await openPicture(drawing).metadata();
  return Math.min(MAX_DENSITY, Math.max(UNIT_DENSITY, (UNIT_DENSITY * wanted) / width));
}
