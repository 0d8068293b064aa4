/** Most bytes of a file. Source: the product's specification, Limits. */
export const MAX_FILE_BYTES = 25_000_000;

/** Most pixels of a picture. Source: the product's specification, Limits. */
export const MAX_PIXELS = 50_000_000;
