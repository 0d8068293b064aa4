import type { ReactNode } from 'react';

/** The layout of listings and items: one column with vertical padding. */
export function ContentLayout({ children }: { children: ReactNode }) {
  return <div className="container-page pt-6 pb-16 sm:pt-9 sm:pb-24">{children}</div>;
}
