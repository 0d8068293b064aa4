import type { Locale } from '#core/locales/locale.ts';
import type { ContactDetails } from '#core/public-content/contact-details.ts';
import type { IconData } from '../../context/context.ts';
import type { PictureData } from '../../site/pictures/picture-data.ts';

export interface NavigationLink {
  label: string;
  href: string;
  /** Only if the team chose one. */
  icon?: IconData;
}

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
  homeHref: string;
  /** The languages with a published home page. */
  openLanguages: Locale[];
  searchHref: string;
  feedHref: string;
  navigation: NavigationLink[];
  /** Pages that are not in the header. */
  furtherPages: NavigationLink[];
  contact: ContactDetails;
}
