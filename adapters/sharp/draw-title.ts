import { readFile } from 'node:fs/promises';
import sharp, { type OverlayOptions } from 'sharp';
import type { TitlePicture } from '#core/media/pictures.ts';
import { openPicture } from './allowed-sharp.ts';

/** The look of pictures of titles. */
export interface TitleDesign {
  /** An SVG of the picture's size with the site's mark at its start; its colours decide whether the text is white or black. */
  background: string;
  /** A TrueType or OpenType font; the library reads no WOFF2. */
  font: string;
  /** The name of the font's family. */
  fontFamily: string;
  /** Matches texts of which the font has every letter; others are spelled in these, since a system may have no further fonts. */
  covered: RegExp;
}

/** Pixels: the margin of the title, its largest height, and the middle of the site's name beside the mark. */
const MARGIN = 80;
const TITLE_HEIGHT = 350;
const NAME = { left: 160, middle: 98, size: 36 };

/** Sizes of the title in pixels, the largest that fits is used. */
const SIZES = [88, 74, 62, 52, 44, 36];

/** Luminance from 0 to 255 up to which white text is easier to read than black text. */
const DARK_UP_TO = 140;

/** Draws a title and the site's name as a JPEG. @throws {Error} if a file of the design cannot be used. */
export async function drawTitle(
  design: Omit<TitleDesign, 'covered'>,
  { title, siteName, isRightToLeft }: TitlePicture,
): Promise<Uint8Array> {
  const drawn = await openPicture(await readFile(design.background))
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = drawn.info;
  const { channels } = await sharp(drawn.data).greyscale().stats();
  const color = (channels[0]?.mean ?? 255) <= DARK_UP_TO ? '#ffffff' : '#101817';
  const write = async (text: string, size: number, widest: number) => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `${design.fontFamily} ${size}`,
        fontfile: design.font,
        width: widest,
        wrap: 'word-char',
        align: isRightToLeft ? 'right' : 'left',
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: data, width: info.width, height: info.height };
  };
  const parts: OverlayOptions[] = [];
  if (siteName) {
    const name = await write(siteName, NAME.size, width - NAME.left - MARGIN);
    const isOneLine = name.height < 2 * NAME.size;
    if (isOneLine) parts.push({ input: name.input, left: NAME.left, top: Math.round(NAME.middle - name.height / 2) });
  }
  for (const size of title ? SIZES : []) {
    const text = await write(title, size, width - 2 * MARGIN);
    if (text.height > TITLE_HEIGHT) continue;
    const left = isRightToLeft ? width - MARGIN - text.width : MARGIN;
    parts.push({ input: text.input, left, top: height - MARGIN - text.height });
    break;
  }
  return sharp(drawn.data).composite(parts).jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer();
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
