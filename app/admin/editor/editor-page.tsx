import { lazy, type ReactNode, Suspense, useEffect, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { DeskProvider } from './context/desk-context.tsx';
import type { EditorData } from './context/read-editor.ts';
import type { DeskProps } from './desk/desk.tsx';
import { SavedTexts } from './desk/saved-texts.tsx';

/** What it takes to write, which only a browser needs. */
const loadDesk = () => import('./desk/desk.tsx');

const Desk = lazy(loadDesk);

/** An item with its languages side by side: to be read at once and without script, to be written as soon as the browser can. */
export function EditorPage({ data, tabs, acts }: { data: EditorData; tabs?: ReactNode } & DeskProps) {
  const t = useTranslations('editor.page');
  const [canWrite, setCanWrite] = useState(false);
  const [isOpening, open] = useTransition();
  useState(startLoading);
  // What was saved stays on the page until the desk is there: a fallback in between would hold it back for a moment more.
  useEffect(() => open(() => setCanWrite(true)), []);
  return (
    <DeskProvider value={data}>
      <p className="text-fine text-ink-soft">{data.typeLabel}</p>
      <h1 className="font-semibold text-h2">{data.title}</h1>
      {tabs}
      {data.item.isTrashed && <p className="mt-2 font-medium text-warning">{t('trashed')}</p>}
      <Suspense>
        {canWrite ? <Desk acts={acts} /> : <SavedTexts data={data} note={isOpening ? t('opening') : undefined} />}
      </Suspense>
    </DeskProvider>
  );
}

/** A browser fetches the desk while it takes over the page that the server sent. */
function startLoading(): void {
  if (!import.meta.env.SSR) void loadDesk().catch(() => {});
}
