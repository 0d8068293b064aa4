import { ContentLayout } from './content-layout.tsx';
import { DefaultLayout } from './default-layout.tsx';

/** The layouts inside the site's frame, by the name that a route's `handle.layout` gives. */
export const layouts = { default: DefaultLayout, content: ContentLayout };

/** The layouts that replace the site's frame. A layout route with data of its own renders each. */
const FRAMELESS_LAYOUTS = ['simple', 'admin'] as const;

type FramelessLayoutName = (typeof FRAMELESS_LAYOUTS)[number];

export type LayoutName = keyof typeof layouts | FramelessLayoutName;

export function isFrameless(layout: LayoutName): layout is FramelessLayoutName {
  return (FRAMELESS_LAYOUTS as readonly LayoutName[]).includes(layout);
}
