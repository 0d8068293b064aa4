import type { ContactDetails } from '#core/discovery/organization-json-ld.ts';

export interface NavigationLink {
  label: string;
  href: string;
}

/** What stands around every page of one language. */
export interface FrameData {
  name: string;
  homeHref: string;
  searchHref: string;
  feedHref: string;
  navigation: NavigationLink[];
  /** Pages that the header does not name. */
  furtherPages: NavigationLink[];
  contact: ContactDetails;
  contactHref: string;
}
