import type { ReactNode } from 'react';

/** A page's title and summary. */
export function PageHeading({ title, summary, children }: { title: string; summary?: string; children?: ReactNode }) {
  return (
    <header className="max-w-3xl">
      <h1 className="font-semibold text-h1">{title}</h1>
      {summary && <p className="mt-4 max-w-2xl text-ink-soft text-lead">{summary}</p>}
      {children}
    </header>
  );
}
