import type { PictureFile } from '#core/media/media.ts';
import type { FileReading } from '#core/media/media-file.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import type { PictureMaking, PictureReading, TitlePicture } from '#core/media/pictures.ts';
import type { TitleDesign } from './draw-title.ts';

/** A job for a picture process. */
export type PictureJob =
  | { kind: 'identify'; path: string }
  /** `into` is the path of the public form that is made. */
  | { kind: 'read'; source: PictureSource; contentType: PictureFile['contentType']; into: string }
  | { kind: 'file'; path: string; name: string }
  | { kind: 'make'; source: PictureSource; contentType: PictureFile['contentType']; recipe: PictureRecipe }
  | { kind: 'title'; design: Omit<TitleDesign, 'covered'>; picture: TitlePicture };

/** The bytes of a picture, or the path of the file that holds them. */
export type PictureSource = Uint8Array | string;

type Unopened<Reading> = Reading extends { publicForm: unknown } ? Omit<Reading, 'publicForm' | 'release'> : Reading;

export type PictureResult = Unopened<PictureReading> | FileReading | PictureMaking | { ok: true; id: string };

/**
 * A reply of a picture process: it is ready; the result of a job; why the system failed at it. One that costs too much ends the
 * process without a reply.
 */
export type PictureReply =
  | { kind: 'ready' }
  | ({ memory: number } & ({ kind: 'done'; result: PictureResult } | { kind: 'failed'; problem: string }));

/** Limits of one job. */
export interface DrawingLimits {
  /** Milliseconds of processor time, which does not depend on the machine's load. */
  time: number;
  /** Resident memory of the whole process in bytes. */
  memory: number;
}
