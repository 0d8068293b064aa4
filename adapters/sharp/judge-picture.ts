import type { Metadata } from 'sharp';
import type { PictureFile } from '#core/media/media.ts';
import { MAX_ANIMATION_PIXELS, MAX_PIXELS } from '#core/media/media-limits.ts';
import { NARROWEST_FORM, WIDEST_DRAWING } from '#core/media/picture-variants.ts';
import type { PictureFault, PictureReading } from '#core/media/pictures.ts';
import { declaredSize, isAnimated } from '#core/media/public-form/declared-size.ts';
import { readSvg } from '#core/media/svg.ts';
import { isOfType, openPicture } from './allowed-sharp.ts';
import { makeForm, makePublicForm } from './make-form.ts';

/** A reading, with the public form in memory. */
type JudgedPicture =
  | Exclude<PictureReading, { ok: true }>
  | (Extract<PictureReading, { ok: true }> & { publicForm: Uint8Array });

/** An embedded picture, as written by `stripSvg`. */
const EMBEDDED = /"data:image\/[a-z]+;base64,([^"]*)"/g;

/** Mean alpha of a picture without transparent parts. The last row of pixels of a drawing may be half in it. */
const OPAQUE_FROM = 250;

/**
 * Milliseconds of processor time for the smallest form of an SVG, above which the largest form is tested as well: it has 16
 * times as many pixels. SVGs of the sample site take up to 70.
 */
const HEAVY_FROM = 150;

/**
 * Checks whether the site can show a picture: decodes all of it, draws one form, and makes the public form. For an animation,
 * only the first frame is decoded. @throws {Error} for invalid bytes
 */
export async function judgePicture(bytes: Uint8Array, contentType: PictureFile['contentType']): Promise<JudgedPicture> {
  const drawing = contentType === 'image/svg+xml' ? readSvg(bytes) : undefined;
  if (drawing?.ok === false) return undrawable(drawing.problem);
  const found = await openPicture(bytes).metadata();
  if (!isOfType(found, contentType)) throw new Error(`The picture is not of the type ${contentType}`);
  // The units of an SVG may be fractional.
  const { width, height } = drawing ?? found.autoOrient;
  // Forms have fixed widths, so an SVG that is much taller than wide would be too large.
  if (drawing && (WIDEST_DRAWING ** 2 * height) / width > MAX_PIXELS) return { ok: false, reason: 'pixels' };
  if (!drawing && isTooLarge(drawnPixels(bytes, found))) return { ok: false, reason: 'pixels' };
  const publicForm = await makePublicForm(bytes, contentType);
  if (drawing) {
    // What is served is judged, too: removing something may join what it separated.
    const served = readSvg(publicForm);
    if (!served.ok) return undrawable(served.problem);
    if (!(await haveEmbeddedSize(publicForm))) return { ok: false, reason: 'pixels' };
  }
  // For an SVG, the sanitized public form is drawn; for others the original, because the public form may hide that the file is
  // truncated.
  const drawn = drawing ? publicForm : bytes;
  const before = process.cpuUsage();
  const form = await makeForm(drawn, contentType, { kind: 'width', width: NARROWEST_FORM, format: 'webp' });
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1_000 > HEAVY_FROM && drawing) {
    await makeForm(drawn, contentType, { kind: 'width', width: WIDEST_DRAWING, format: 'webp' });
  }
  return { ok: true, width, height, publicForm, color: await colorOf(form), isAnimated: isAnimated(publicForm) };
}

/** @param problem a sentence of its own; what is told goes on after the name of the file */
function undrawable(problem: string): JudgedPicture {
  return { ok: false, reason: 'unreadable', problem: `is a drawing that cannot be shown: ${problem}` };
}

/** The mean colour of a picture; `null` if parts are transparent. */
async function colorOf(bytes: Uint8Array): Promise<string | null> {
  const { channels } = await openPicture(bytes).stats();
  if ((channels[3]?.mean ?? 255) < OPAQUE_FROM) return null;
  const digits = (channel: number) =>
    Math.round(channels[channel]?.mean ?? 0)
      .toString(16)
      .padStart(2, '0');
  return `#${digits(0)}${digits(1)}${digits(2)}`;
}

/** Pixels that browsers would have to draw: of one frame, and of all of them. */
interface DrawnPixels {
  frame: number;
  all: number;
}

function drawnPixels(
  bytes: Uint8Array,
  { width, height, pages = 1 }: Pick<Metadata, 'width' | 'height' | 'pages'>,
): DrawnPixels {
  const told = declaredSize(bytes) ?? { width, height, frames: pages };
  const frame = told.width * told.height;
  return { frame, all: frame * Math.max(told.frames, pages) };
}

function isTooLarge({ frame, all }: DrawnPixels): boolean {
  return frame > MAX_PIXELS || all > MAX_ANIMATION_PIXELS;
}

/**
 * Whether embedded pictures, which browsers decode in full, have the size of a picture, all of them together.
 * @throws {Error} for invalid ones
 */
async function haveEmbeddedSize(drawing: Uint8Array): Promise<boolean> {
  const sum = { frame: 0, all: 0 };
  for (const [, base64 = ''] of new TextDecoder().decode(drawing).matchAll(EMBEDDED)) {
    const bytes = Buffer.from(base64, 'base64');
    const { frame, all } = drawnPixels(bytes, await openPicture(bytes).metadata());
    sum.frame += frame;
    sum.all += all;
    if (isTooLarge(sum)) return false;
    await openPicture(bytes).resize({ width: 16 }).png().toBuffer();
  }
  return true;
}

/** Classifies an error of libvips. */
export function faultOf(error: unknown): PictureFault {
  return error instanceof Error && /pixel limit|exceeds (?:the )?max/i.test(error.message) ? 'pixels' : 'unreadable';
}
