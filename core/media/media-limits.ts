/** Most bytes of a file. Source: the product's specification, Limits. */
export const MAX_FILE_BYTES = 25_000_000;

/** Most bytes of a drawing, which is read as a text: some twenty times what one drawn by hand takes. */
export const MAX_DRAWING_BYTES = 2_000_000;

/** Most pixels of a picture. Source: the product's specification, Limits. */
export const MAX_PIXELS = 50_000_000;

/**
 * Milliseconds of processor time that one picture may take. A photograph of 50 megapixels takes up to 2,200 on a slow
 * machine (AVIF), the widest form of a drawing of the sample site 1,000.
 */
export const MAX_DRAWING_TIME = 6_000;

/** Most bytes of memory of the process that draws. An AVIF of 50 megapixels, which takes the most, needs 1,000 MB. */
export const MAX_DRAWING_MEMORY = 1_250_000_000;

/** The same as people are told them, as values of the sentences that do. */
export const TOLD_LIMITS = {
  megabytes: MAX_FILE_BYTES / 1e6,
  drawingMegabytes: MAX_DRAWING_BYTES / 1e6,
  megapixels: MAX_PIXELS / 1e6,
};
