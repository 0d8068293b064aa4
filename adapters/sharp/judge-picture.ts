import type { Media } from '#core/media/media.ts';
import { MAX_PIXELS } from '#core/media/media-limits.ts';
import { NARROWEST_FORM, WIDEST_FORM } from '#core/media/picture-variants.ts';
import type { PictureFault, PictureReading } from '#core/media/pictures.ts';
import { readSvg } from '#core/media/read-svg.ts';
import { isOfType, openPicture } from './allowed-sharp.ts';
import { makeForm } from './make-form.ts';
import { makePublicForm } from './make-public-form.ts';

/** A picture within a drawing, as `stripSvg` writes it. */
const EMBEDDED = /"data:image\/[a-z]+;base64,([^"]*)"/g;

/**
 * Milliseconds of processor time for the narrowest form of a drawing, from which on the widest one is drawn as well: it
 * has 16 times as many pixels. Drawings of the sample site take up to 70.
 */
const HEAVY_FROM = 150;

/**
 * Whether the site can show a picture: decodes all of it, draws a form, and finds what the public gets. Of an animation,
 * the first frame is decoded. @throws {Error} for bytes that are no such picture
 */
export async function judgePicture(bytes: Uint8Array, contentType: Media['contentType']): Promise<PictureReading> {
  const drawing = contentType === 'image/svg+xml' ? readSvg(bytes) : undefined;
  if (drawing?.ok === false) return { ok: false, reason: 'unreadable', problem: drawing.problem };
  const found = await openPicture(bytes).metadata();
  if (!isOfType(found, contentType)) throw new Error(`The picture is not of the type ${contentType}`);
  // The units of a drawing need not be whole.
  const { width, height } = drawing ?? found.autoOrient;
  // Forms are made by their width, so a drawing that is much higher than wide has none that is wide.
  if (drawing && (WIDEST_FORM ** 2 * height) / width > MAX_PIXELS) return { ok: false, reason: 'pixels' };
  const publicForm = await makePublicForm(bytes, contentType);
  if (drawing) await decodeEmbedded(publicForm);
  // A drawing is written anew for the public; of other pictures, the public form can hide that the file is cut short.
  const drawn = drawing ? publicForm : bytes;
  const before = process.cpuUsage();
  await makeForm(drawn, contentType, { kind: 'width', width: NARROWEST_FORM, format: 'webp' });
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1_000 > HEAVY_FROM && drawing) {
    await makeForm(drawn, contentType, { kind: 'width', width: WIDEST_FORM, format: 'webp' });
  }
  return { ok: true, width, height, publicForm };
}

/** Browsers decode the pictures of a drawing in full, so they have the limits of pictures. @throws {Error} */
async function decodeEmbedded(drawing: Uint8Array): Promise<void> {
  for (const [, base64 = ''] of new TextDecoder().decode(drawing).matchAll(EMBEDDED)) {
    await openPicture(Buffer.from(base64, 'base64')).resize({ width: 16 }).png().toBuffer();
  }
}

/** What an error of libvips says about a picture. */
export function faultOf(error: unknown): PictureFault {
  return error instanceof Error && /pixel limit|exceeds (?:the )?max/i.test(error.message) ? 'pixels' : 'unreadable';
}
