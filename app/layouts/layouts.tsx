import type { ReactNode } from 'react';

/** The layout of pages with full-width sections. */
function DefaultLayout({ children }: { children: ReactNode }) {
  return <div className="pb-4">{children}</div>;
}

/** The layout of listings and items: one column with vertical padding. */
function ContentLayout({ children }: { children: ReactNode }) {
  return <div className="container-page pt-6 pb-16 sm:pt-9 sm:pb-24">{children}</div>;
}

/** The layouts inside the site's frame, by the name in a route's `handle.layout`. */
export const layouts = { default: DefaultLayout, content: ContentLayout };

/** The layouts that replace the site's frame. Each is rendered by a layout route with its own data. */
const FRAMELESS_LAYOUTS = ['simple', 'admin'] as const;

type FramelessLayoutName = (typeof FRAMELESS_LAYOUTS)[number];

export type LayoutName = keyof typeof layouts | FramelessLayoutName;

export function isFrameless(layout: LayoutName): layout is FramelessLayoutName {
  return (FRAMELESS_LAYOUTS as readonly LayoutName[]).includes(layout);
}
