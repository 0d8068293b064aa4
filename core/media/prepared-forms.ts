import type { PictureFile } from './media.ts';
import { formWidths } from './picture-variants.ts';

/** The value of `Media.forms` once all forms are stored. Increased when the forms that are made ahead of requests change, so that existing pictures get them. */
export const FORMS_VERSION = 1;

/** The value of `Media.forms` for a picture that cannot be resized. */
export const NO_FORMS = 0;

/** SVGs up to this size are sent as they are: smaller than a form for a phone, and sharp in every size. */
const LIGHT_DRAWING_BYTES = 24_000;

/** The formats that pages offer, the smallest first. */
export type OfferedFormat = 'avif' | 'webp';

/** The forms that a page offers to browsers; without any, it shows the original. */
export interface OfferedForms {
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
