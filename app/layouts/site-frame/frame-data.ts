import type { ContactDetails } from '#core/discovery/organization-json-ld.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { IconData } from '../../context/context.ts';

export interface NavigationLink {
  label: string;
  href: string;
  /** Only if the team chose one. */
  icon?: IconData;
}

/** The frame of every page in one language. */
export interface FrameData {
  name: string;
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
