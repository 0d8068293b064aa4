import type { FrameData } from './read-frame.ts';

/** The narrowest window, by its name in Tailwind, in which the links of a header stand beside the site's name; `none` has them all in the menu. */
export type HeaderRoom = 'lg' | 'xl' | 'none';

/** The width of the content at `lg` (1024 px) in pixels, without the padding of `container-page`. */
const ROOM_AT_LG = 944;

/** The same at `xl` (1280 px), where labels may break into two lines. */
const ROOM_AT_XL = 1_195;

/** Pixels of an average letter of a link, of the site's name, and what surrounds them: padding, gaps, logo, search. */
const LETTER = 8.6;
const NAME_LETTER = 10.4;
const AROUND_LINK = 26;
const ICON = 24;
/** The button that opens what is below an entry. */
const OPENER = 44;
const AROUND_NAME = 42;
const SEARCH = 44;
const GAPS = 72;

/** The most that a logo with the name in it takes. */
const WORDMARK = 160;

/** Ideographs and the like are as wide as they are high. */
const WIDE_LETTERS = /[\u2e80-\u{10ffff}]/gu;
const WIDE_LETTER = 2;

/**
 * Whether a header has room for its links from `lg` on, from `xl` (1280 px), or never. Estimated from the number of letters, since the
 * server renders the page without knowing the widths of fonts; until there is room, the links are in the menu.
 * @param languages the names of the languages to which the header links
 */
export function headerRoom(
  { name, logo, navigation }: Pick<FrameData, 'name' | 'logo' | 'navigation'>,
  languages: string[],
): HeaderRoom {
  const widthOf = (width: (label: string) => number) =>
    navigation.reduce(
      (sum, { label, icon, below }) => sum + width(label) + (icon ? ICON : 0) + (below ? OPENER : 0),
      0,
    );
  const switcher = languages.reduce((sum, language) => sum + linkWidth(language), 0);
  const brand = logo?.hasName ? WORDMARK : letters(name) * NAME_LETTER;
  const others = AROUND_NAME + brand + SEARCH + switcher + GAPS;
  if (others + widthOf(linkWidth) <= ROOM_AT_LG) return 'lg';
  return others + widthOf(widthInTwoLines) <= ROOM_AT_XL ? 'xl' : 'none';
}

function linkWidth(label: string): number {
  return AROUND_LINK + letters(label) * LETTER;
}

/** The width of a link in two lines, which break between words alone. */
function widthInTwoLines(label: string): number {
  const breaks = [...label.matchAll(/\s+/g)].map(({ index }) => index);
  return Math.min(
    linkWidth(label),
    ...breaks.map((at) => Math.max(linkWidth(label.slice(0, at)), linkWidth(label.slice(at).trim()))),
  );
}

function letters(text: string): number {
  return text.length + (text.match(WIDE_LETTERS)?.length ?? 0) * (WIDE_LETTER - 1);
}
