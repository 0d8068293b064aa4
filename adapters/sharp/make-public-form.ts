import type { PictureFile } from '#core/media/media.ts';
import { stripMetadata } from '#core/media/public-form/strip-metadata.ts';
import { openPicture } from './allowed-sharp.ts';

/** Quality of a re-encoded JPEG, WebP or AVIF: no visible difference. */
const QUALITY = 92;

/**
 * Removes a picture's metadata. Losslessly if the file's structure is supported; otherwise the picture is re-encoded, only the
 * first frame of an animation. @throws {Error} for invalid bytes
 */
export async function makePublicForm(
  original: Uint8Array,
  contentType: PictureFile['contentType'],
): Promise<Uint8Array> {
  const stripped = stripMetadata(original, contentType);
  if (contentType === 'image/svg+xml') {
    if (stripped) return stripped;
    throw new Error('The drawing has an embedded picture that cannot be read');
  }
  if (stripped && (await isSamePicture(original, stripped))) return stripped;
  const picture = openPicture(original).autoOrient().keepIccProfile();
  switch (contentType) {
    case 'image/png':
      return picture.png().toBuffer();
    case 'image/gif':
      return picture.gif().toBuffer();
    case 'image/jpeg':
      return picture.jpeg({ quality: QUALITY }).toBuffer();
    case 'image/webp':
      return picture.webp({ quality: QUALITY }).toBuffer();
    case 'image/avif':
      return picture.avif({ quality: QUALITY, effort: 2 }).toBuffer();
  }
}

/** Whether the result decodes to the same picture, with no metadata but the orientation. */
async function isSamePicture(original: Uint8Array, stripped: Uint8Array): Promise<boolean> {
  try {
    const [before, after] = await Promise.all([openPicture(original).metadata(), openPicture(stripped).metadata()]);
    const hasMetadata = after.xmp || after.iptc || after.comments || (after.exif && (after.orientation ?? 1) === 1);
    return (
      !hasMetadata &&
      after.width === before.width &&
      after.height === before.height &&
      after.pages === before.pages &&
      after.space === before.space &&
      after.channels === before.channels &&
      after.hasProfile === before.hasProfile &&
      (after.orientation ?? 1) === (before.orientation ?? 1)
    );
  } catch {
    return false;
  }
}
