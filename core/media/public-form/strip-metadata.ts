import type { PictureFile } from '../media.ts';
import { sniffContentType } from '../sniff-content-type.ts';
import { stripAvif } from './strip-avif.ts';
import { stripGif } from './strip-gif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripSvg } from './strip-svg.ts';
import { stripWebp } from './strip-webp.ts';

type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined;

const STRIPS: { [type in PictureFile['contentType']]: Strip } = {
  'image/svg+xml': (bytes) => stripSvg(bytes, stripEmbedded),
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
  'image/gif': stripGif,
};

/**
 * Removes metadata from a picture for the public: where, when, with what and by whom it was made. Only known parts of the
 * picture stay (an allow list). Pixels, orientation, animation and colour profile are unchanged.
 * @returns `undefined` if the file is not valid for its type
 */
export function stripMetadata(
  bytes: Uint8Array,
  contentType: PictureFile['contentType'],
): Uint8Array<ArrayBuffer> | undefined {
  return STRIPS[contentType](bytes);
}

/** The type of an embedded picture is detected from its bytes, not from its address. */
function stripEmbedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const type = sniffContentType(bytes);
  return type === undefined || type === 'image/svg+xml' ? undefined : STRIPS[type](bytes);
}
