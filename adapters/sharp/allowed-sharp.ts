import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Media } from '#core/media/media.ts';
import { MAX_PIXELS } from '#core/media/media-limits.ts';

/** What sharp calls the format of each type, and libvips the operation that reads it. */
const FORMATS: { [type in Media['contentType']]: { format: string; loader: string } } = {
  'image/svg+xml': { format: 'svg', loader: 'VipsForeignLoadSvgBuffer' },
  'image/png': { format: 'png', loader: 'VipsForeignLoadPngBuffer' },
  'image/jpeg': { format: 'jpeg', loader: 'VipsForeignLoadJpegBuffer' },
  'image/webp': { format: 'webp', loader: 'VipsForeignLoadWebpBuffer' },
  'image/avif': { format: 'heif', loader: 'VipsForeignLoadHeifBuffer' },
  'image/gif': { format: 'gif', loader: 'VipsForeignLoadNsgifBuffer' },
};

/** Takes from libvips every way to read a picture but those that the site has a use for. */
export function restrictSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: Object.values(FORMATS).map(({ loader }) => loader) });
  sharp.concurrency(1);
  sharp.cache(false);
}

/** A picture with the limits that all pictures have. @param density dots per inch, for a drawing */
export function openPicture(bytes: Uint8Array, density?: number): Sharp {
  return sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    limitInputChannels: 5,
    unlimited: false,
    // Not 'warning', which refuses photographs that some telephones make.
    failOn: 'error',
    ...(density !== undefined && { density }),
  });
}

/** Whether sharp read a picture as what it was said to be. */
export function isOfType(found: Pick<Metadata, 'format' | 'compression'>, type: Media['contentType']): boolean {
  return found.format === FORMATS[type].format && (found.format !== 'heif' || found.compression === 'av1');
}
