import type { Media } from '#core/media/media.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import type { PictureMaking, PictureReading } from '#core/media/pictures.ts';

/** What the process that draws is asked to do. */
export type PictureJob =
  | { kind: 'read'; bytes: Uint8Array; contentType: Media['contentType'] }
  | { kind: 'make'; bytes: Uint8Array; contentType: Media['contentType']; recipe: PictureRecipe };

/** What it says: that it can begin, what came of a job, or that a job costs too much, after which it ends itself. */
export type PictureReply =
  | { kind: 'ready' }
  | { kind: 'done'; result: PictureReading | PictureMaking; memory: number }
  | { kind: 'costly' };

/** What one job may cost. */
export interface DrawingLimits {
  /** Milliseconds of processor time, which does not grow when the machine has much other work. */
  time: number;
  /** Bytes of resident memory of the whole process. */
  memory: number;
}
