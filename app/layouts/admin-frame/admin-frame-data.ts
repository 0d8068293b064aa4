import type { IconData } from '../../context/context.ts';

export interface AdminLink {
  label: string;
  href: string;
  icon: IconData;
  /** How many things wait there; nothing is shown for none. */
  count?: number;
}

/** Links that belong together; only those that the person's role may open. */
export interface AdminLinkGroup {
  id: string;
  /** Unlabeled for the first. */
  label?: string;
  links: AdminLink[];
}

/** What stands around every admin page of one language, for the person who is signed in. */
export interface AdminFrameData {
  siteName: string;
  /** Of the public site, in the page's language. */
  siteHref: string;
  /** Of the dashboard, in the page's language. */
  homeHref: string;
  navigation: AdminLinkGroup[];
  /** A new item of each type; none for who may not create any. */
  newItems: AdminLink[];
  /** Where items are found as somebody types; missing for who may not read drafts. */
  searchHref?: string;
  account: {
    name: string;
    email: string;
    /** The role's name in the page's language. */
    role: string;
    href: string;
    /** Where the form that signs out is posted. */
    signOutAction: string;
  };
}

/** A page above the current one. */
export interface Breadcrumb {
  label: string;
  href: string;
}
