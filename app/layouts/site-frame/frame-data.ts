import type { ContactDetails } from '#core/discovery/organization-json-ld.ts';

export interface NavigationLink {
  label: string;
  href: string;
}

/** The frame of every page in one language. */
export interface FrameData {
  name: string;
  homeHref: string;
  searchHref: string;
  feedHref: string;
  navigation: NavigationLink[];
  /** Pages that are not in the header. */
  furtherPages: NavigationLink[];
  contact: ContactDetails;
  contactHref: string;
}
