import type { FileReading } from '#core/media/file-reading.ts';
import type { PictureFile } from '#core/media/media.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import type { PictureMaking, PictureReading, TitlePicture } from '#core/media/pictures.ts';
import type { TitleDesign } from './draw-title.ts';

/** A job for a picture process. */
export type PictureJob =
  | { kind: 'read'; bytes: Uint8Array; contentType: PictureFile['contentType'] }
  | { kind: 'file'; path: string; name: string }
  | { kind: 'make'; bytes: Uint8Array; contentType: PictureFile['contentType']; recipe: PictureRecipe }
  | { kind: 'title'; design: Omit<TitleDesign, 'covered'>; picture: TitlePicture };

export type PictureResult = PictureReading | FileReading | PictureMaking;

/** A reply of a picture process: it is ready, or the result of a job. One that costs too much ends the process without a reply. */
export type PictureReply = { kind: 'ready' } | { kind: 'done'; result: PictureResult; memory: number };

/** Limits of one job. */
export interface DrawingLimits {
  /** Milliseconds of processor time, which does not depend on the machine's load. */
  time: number;
  /** Resident memory of the whole process in bytes. */
  memory: number;
}
