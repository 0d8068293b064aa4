import type { ReactNode } from 'react';

/** A page whose sections reach from edge to edge and set their own width. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return <div className="pb-4">{children}</div>;
}
