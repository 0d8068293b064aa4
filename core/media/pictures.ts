import type { Media } from './media.ts';
import type { PictureRecipe } from './picture-variants.ts';

/**
 * Why a picture cannot be drawn: it is damaged, or no picture of its type; it has too many pixels; it takes more time or
 * memory than any picture may.
 */
export type PictureFault = 'unreadable' | 'pixels' | 'costly';

/** What came of judging a picture. */
export type PictureReading =
  | {
      ok: true;
      /** Pixels, as the picture is shown: with the turn that a camera noted. Of a drawing, its units. */
      width: number;
      height: number;
      /** What the public gets as the original: the same picture without metadata. */
      publicForm: Uint8Array;
    }
  /** `problem` says in English what is wrong, where more is known than `reason`. */
  | { ok: false; reason: PictureFault; problem?: string };

/** What came of making a form of a picture. */
export type PictureMaking = { ok: true; bytes: Uint8Array } | { ok: false; reason: PictureFault | 'missing' };

/** The port to whatever decodes pictures. Strangers made them, so a picture must not be able to harm or occupy the caller. */
export interface Pictures {
  /**
   * Decodes a picture of a type and draws it once. A drawing that could run script or fetch anything is `unreadable`.
   * @throws {PicturesBusy} @throws {PicturesUnavailable}
   */
  read(bytes: Uint8Array, contentType: Media['contentType']): Promise<PictureReading>;
  /**
   * Makes a form of a picture.
   * @param load reads the original when its turn comes; `undefined` if it is missing
   * @throws {PicturesBusy} @throws {PicturesUnavailable}
   */
  make(
    load: () => Promise<Uint8Array | undefined>,
    contentType: Media['contentType'],
    recipe: PictureRecipe,
  ): Promise<PictureMaking>;
  /** Stops what is being drawn. Later calls fail with `PicturesUnavailable`. */
  close(): void;
}

/** Too many pictures are waiting. Retry in some seconds. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

/** Pictures cannot be drawn now, whatever they are. `cause` says why. */
export class PicturesUnavailable extends Error {
  override name = 'PicturesUnavailable';
}

/** Pictures are not drawn any more because the server stops: nothing that anybody need look into. */
export class PicturesClosed extends PicturesUnavailable {
  override name = 'PicturesClosed';

  constructor() {
    super('The server is stopping');
  }
}
