import type { FileContents } from './file-store.ts';
import type { PictureFile } from './media.ts';
import type { FileReading } from './media-file.ts';
import type { PictureRecipe } from './picture-variants.ts';

/** Why a picture cannot be drawn: damaged or not of its type; too many pixels; too much time or memory. */
export type PictureFault = 'unreadable' | 'pixels' | 'costly';

/** The result of reading a picture. */
export type PictureReading =
  | {
      ok: true;
      /** Pixels as displayed, with the camera's orientation applied. For an SVG, its units. */
      width: number;
      height: number;
      /** The same picture without metadata, which the public gets as the original. */
      publicForm: FileContents;
      /** Deletes the public form, if it lies in a file. */
      release?(): Promise<void>;
      /** The mean colour, `#rrggbb`; `null` if parts are transparent. */
      color: string | null;
      /** Whether the public form moves. */
      isAnimated: boolean;
    }
  /** `problem` has details in English, if there are any. */
  | { ok: false; reason: PictureFault; problem?: string };

/** The result of making a form of a picture. */
export type PictureMaking = { ok: true; bytes: Uint8Array } | { ok: false; reason: PictureFault | 'missing' };

/** A preview picture for social networks, made of a page's title. An empty text is left out. */
export interface TitlePicture {
  title: string;
  siteName: string;
  isRightToLeft: boolean;
}

/** The port to the decoder of pictures and other files. They are untrusted input, so decoding must not harm or block the caller. */
export interface Pictures {
  /** The id of contents: the first 32 hexadecimal digits of their SHA-256. @throws {PicturesBusy} @throws {PicturesUnavailable} */
  identify(contents: FileContents): Promise<string>;
  /**
   * Decodes a picture of a type and draws it once. The contents are read when it is processed; the caller releases the result. An SVG that could run script or fetch anything is `unreadable`.
   * @throws {PicturesBusy} @throws {PicturesUnavailable}
   */
  read(contents: FileContents, contentType: PictureFile['contentType']): Promise<PictureReading>;
  /**
   * Reads a file that is not a picture. The contents are written to a file of the picture process when it is free.
   * @param name tells which text it is, if it is one
   * @throws {PicturesBusy} @throws {PicturesUnavailable}
   */
  readOther(contents: FileContents, name: string): Promise<FileReading | { ok: false; reason: 'costly' }>;
  /**
   * Makes a form of a picture.
   * @param load reads the original when it is processed; `undefined` if it is missing
   * @throws {PicturesBusy} @throws {PicturesUnavailable}
   */
  make(
    load: () => Promise<FileContents | undefined>,
    contentType: PictureFile['contentType'],
    recipe: PictureRecipe,
  ): Promise<PictureMaking>;
  /** Draws a title on the site's background: a JPEG of 1200 × 630 pixels. @throws {PicturesBusy} @throws {PicturesUnavailable} */
  drawTitle(picture: TitlePicture): Promise<PictureMaking>;
  /** Stops current work. Later calls fail with `PicturesUnavailable`. */
  close(): void;
}

/** Too many pictures are queued. Retry in some seconds. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

/** No pictures can be drawn now. `cause` has the reason. */
export class PicturesUnavailable extends Error {
  override name = 'PicturesUnavailable';
}

/** The server is stopping; not an error to investigate. */
export class PicturesClosed extends PicturesUnavailable {
  override name = 'PicturesClosed';

  constructor() {
    super('The server is stopping');
  }
}
