import type { ReactNode } from 'react';

/** A link past what is repeated on every page, shown while it has the focus. @param to the id of a part of the page */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-control bg-action font-semibold text-on-action focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-60 focus:px-5 focus:py-3"
    >
      {children}
    </a>
  );
}
