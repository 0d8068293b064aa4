import type { Locale } from '#core/locales/locale.ts';
import type { ContactNow } from '#core/public-content/open-state.ts';
import type { Notice } from '#core/public-content/read-notices.ts';
import type { IconData } from '../../context/context.ts';
import type { PictureData } from '../../site/pictures/picture-data.ts';

export interface NavigationLink {
  label: string;
  href: string;
  /** Only if the team chose one. */
  icon?: IconData;
}

/** An entry of a menu: a link, or the heading of the links below it. */
export type NavigationEntry = Omit<NavigationLink, 'href'> & { href?: string; below?: NavigationLink[] };

/** The logo that the owner chose, on light and dark backgrounds. */
export interface LogoData {
  light: PictureData;
  dark: PictureData;
  /** Whether the name stands in it, and not beside it. */
  hasName: boolean;
}

/** The frame of every page in one language. */
export interface FrameData {
  name: string;
  /** Where the name has no room. */
  shortName?: string;
  logo?: LogoData;
  /** The variables of the color that the owner chose, in place of those of the style sheet. */
  colors?: string;
  /** The addresses of the icon that the owner chose: for tabs, and for the screen of a phone. */
  icons?: { tab: string; touch: string };
  homeHref: string;
  /** The languages with a published home page. */
  openLanguages: Locale[];
  searchHref: string;
  feedHref: string;
  navigation: NavigationEntry[];
  /** The columns of the footer, if the owner made some. */
  footer?: NavigationEntry[];
  /** Pages for a footer without columns that are not in the header. */
  furtherPages: NavigationLink[];
  /** The line below the footer. */
  legal: NavigationLink[];
  contact: ContactNow;
  /** Those of all pages of the language; a page shows those that are about it. */
  notices: Notice[];
}
