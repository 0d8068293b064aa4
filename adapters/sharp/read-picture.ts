import { MAX_PIXELS } from '#core/media/media-limits.ts';
import type { PictureReader } from '#core/media/store-media.ts';

/** Reads the size of a picture as it is shown, that is with the turn that a camera noted. sharp is loaded on first use. */
export const readPicture: PictureReader = async (bytes) => {
  const { default: sharp } = await import('sharp');
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    return { ok: true, width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    return {
      ok: false,
      ...(tooLarge && { reason: 'pixels' }),
      problem: tooLarge
        ? `has more than ${MAX_PIXELS / 1e6} megapixels`
        : 'cannot be read as a picture; it may be damaged',
    };
  }
};
