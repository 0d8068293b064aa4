import type { ReactNode } from 'react';

/** The layout of pages with full-width sections. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return <div className="pb-4">{children}</div>;
}
