import { ContentLayout } from './content-layout.tsx';
import { DefaultLayout } from './default-layout.tsx';

/** The layouts inside the site's frame, by the name in a route's `handle.layout`. */
export const layouts = { default: DefaultLayout, content: ContentLayout };

/** The layouts that replace the site's frame. Each is rendered by a layout route with its own data. */
const FRAMELESS_LAYOUTS = ['simple', 'admin'] as const;

type FramelessLayoutName = (typeof FRAMELESS_LAYOUTS)[number];

export type LayoutName = keyof typeof layouts | FramelessLayoutName;

export function isFrameless(layout: LayoutName): layout is FramelessLayoutName {
  return (FRAMELESS_LAYOUTS as readonly LayoutName[]).includes(layout);
}
