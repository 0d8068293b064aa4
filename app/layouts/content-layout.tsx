import type { ReactNode } from 'react';

/** A listing or an item: one column of the page's width, with air above and below. */
export function ContentLayout({ children }: { children: ReactNode }) {
  return <div className="container-page pt-6 pb-16 sm:pt-9 sm:pb-24">{children}</div>;
}
