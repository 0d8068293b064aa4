import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureFile } from '#core/media/media.ts';
import { MAX_PIXELS } from '#core/media/media-limits.ts';

/** The format name in sharp and the loader operation in libvips for each content type. */
const FORMATS: { [type in PictureFile['contentType']]: { format: string; loader: string } } = {
  'image/svg+xml': { format: 'svg', loader: 'VipsForeignLoadSvgBuffer' },
  'image/png': { format: 'png', loader: 'VipsForeignLoadPngBuffer' },
  'image/jpeg': { format: 'jpeg', loader: 'VipsForeignLoadJpegBuffer' },
  'image/webp': { format: 'webp', loader: 'VipsForeignLoadWebpBuffer' },
  'image/avif': { format: 'heif', loader: 'VipsForeignLoadHeifBuffer' },
  'image/gif': { format: 'gif', loader: 'VipsForeignLoadNsgifBuffer' },
};

/** Disables all picture loaders of libvips except those the site uses. */
export function restrictSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: Object.values(FORMATS).map(({ loader }) => loader) });
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Opens a picture with the common limits. @param density dots per inch, for an SVG */
export function openPicture(bytes: Uint8Array, density?: number): Sharp {
  return sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    limitInputChannels: 5,
    unlimited: false,
    // Not 'warning', which refuses photographs of some phones.
    failOn: 'error',
    ...(density !== undefined && { density }),
  });
}

/** Whether sharp detected the declared content type. */
export function isOfType(found: Pick<Metadata, 'format' | 'compression'>, type: PictureFile['contentType']): boolean {
  return found.format === FORMATS[type].format && (found.format !== 'heif' || found.compression === 'av1');
}
