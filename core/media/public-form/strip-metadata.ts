import type { Media } from '../media.ts';
import { sniffContentType } from '../sniff-content-type.ts';
import { stripAvif } from './strip-avif.ts';
import { stripGif } from './strip-gif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripSvg } from './strip-svg.ts';
import { stripWebp } from './strip-webp.ts';

type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined;

const STRIPS: { [type in Media['contentType']]: Strip } = {
  'image/svg+xml': (bytes) => stripSvg(bytes, stripEmbedded),
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
  'image/gif': stripGif,
};

/**
 * The same picture without metadata, for the public: nothing says where, when, with what or by whom it was made. Only
 * parts that are known to belong to the picture stay. Pixels, turn, animation and colour profile are as they were.
 * @returns `undefined` for a file that is not built as its type says
 */
export function stripMetadata(
  bytes: Uint8Array,
  contentType: Media['contentType'],
): Uint8Array<ArrayBuffer> | undefined {
  return STRIPS[contentType](bytes);
}

/** A picture in a drawing is of the type that it is, whatever its address says. */
function stripEmbedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const type = sniffContentType(bytes);
  return type === undefined || type === 'image/svg+xml' ? undefined : STRIPS[type](bytes);
}
