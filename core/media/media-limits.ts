/** Maximum bytes of a file. Source: the product's specification, Limits. */
const MAX_FILE_BYTES = 25_000_000;

/** Maximum bytes of a file that is not a picture, unless the site has set another limit. Source: the product's specification, Limits. */
export const MAX_OTHER_FILE_BYTES = 100_000_000;

/** Maximum bytes of an SVG, which is parsed as text: about twenty times a hand-made one. */
export const MAX_DRAWING_BYTES = 2_000_000;

/** Maximum pixels of a picture. Source: the product's specification, Limits. */
export const MAX_PIXELS = 50_000_000;

/** Maximum pixels of all frames of an animation: 16 s of 1920 by 1080 at 30 frames per second. Source: Meki's own. */
export const MAX_ANIMATION_PIXELS = 1_000_000_000;

/**
 * Maximum processor time per picture in milliseconds. A photograph of 50 megapixels takes up to 2,200 on a slow machine (AVIF),
 * the widest form of an SVG of the sample site 1,000.
 */
export const MAX_DRAWING_TIME = 6_000;

/** Maximum memory of the picture process in bytes. An AVIF of 50 megapixels, the most expensive case, needs 1,000 MB. */
export const MAX_DRAWING_MEMORY = 1_250_000_000;

/**
 * Milliseconds after an upload in which a file is not deleted because nothing uses it: a text that is still open, or on its way
 * from a device, may be about to. Source: Meki's own.
 */
export const FRESH = 3_600_000;

/** The limits of a site, in bytes: of a picture, of any other file, and of all of them; without the last, there is none. */
export interface MediaLimits {
  picture: number;
  file: number;
  quota?: number | undefined;
}

/** Where a site has set nothing else. */
export const USUAL_LIMITS: MediaLimits = { picture: MAX_FILE_BYTES, file: MAX_OTHER_FILE_BYTES };

/** Limits as parameters of messages. */
export const toldLimits = ({ picture, file }: MediaLimits) => ({
  megabytes: picture / 1e6,
  fileMegabytes: file / 1e6,
  drawingMegabytes: MAX_DRAWING_BYTES / 1e6,
  megapixels: MAX_PIXELS / 1e6,
});

export type ToldLimits = ReturnType<typeof toldLimits>;
