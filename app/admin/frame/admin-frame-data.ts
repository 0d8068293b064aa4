import type { IconData } from '../../context/context.ts';

export interface AdminLink {
  label: string;
  href: string;
  icon: IconData;
  /** Number on the badge; hidden if 0 or missing. */
  count?: number;
  /** The live data that the number is taken from while there is a connection. */
  live?: 'inbox';
}

/** A group of links; only those that the person's role may open. */
export interface AdminLinkGroup {
  id: string;
  /** Missing for the first group. */
  label?: string;
  links: AdminLink[];
}

/** The frame of every admin page in one language, for the signed-in person. */
export interface AdminFrameData {
  siteName: string;
  /** The public site, in the page's language. */
  siteHref: string;
  /** The dashboard, in the page's language. */
  homeHref: string;
  navigation: AdminLinkGroup[];
  /** Links to create an item of each type; empty without the right. */
  newItems: AdminLink[];
  /** Search endpoint for items; missing without the right to read drafts. */
  searchHref?: string;
  account: {
    name: string;
    email: string;
    /** The role's name in the page's language. */
    role: string;
    href: string;
    /** Target of the sign-out form. */
    signOutAction: string;
  };
}

/** A parent of the current page. */
export interface Breadcrumb {
  label: string;
  href: string;
}
