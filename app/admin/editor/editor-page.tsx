import { lazy, type ReactNode, Suspense, useEffect, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { DeskProvider } from './context/desk-context.tsx';
import type { EditorData } from './context/read-editor.ts';
import type { DeskProps } from './desk/desk.tsx';
import { SavedTexts } from './desk/saved-texts.tsx';

/** The editor's code, loaded only in browsers. */
const loadDesk = () => import('./desk/desk.tsx');

const Desk = lazy(loadDesk);

/** An item with its languages side by side: read-only at first and without script, editable once the editor is loaded. */
export function EditorPage({ data, tabs, actions }: { data: EditorData; tabs?: ReactNode } & DeskProps) {
  const t = useTranslations('editor.page');
  const [canWrite, setCanWrite] = useState(false);
  const [isOpening, open] = useTransition();
  useState(startLoading);
  // Keep the snapshot on the page until the editor is ready, without a Suspense fallback in between.
  useEffect(() => open(() => setCanWrite(true)), []);
  return (
    <DeskProvider value={data}>
      <p className="text-fine text-ink-soft">{data.typeLabel}</p>
      <h1 className="font-semibold text-h2">{data.title}</h1>
      {tabs}
      {data.item.isTrashed && <p className="mt-2 font-medium text-warning">{t('trashed')}</p>}
      <Suspense>
        {canWrite ? <Desk actions={actions} /> : <SavedTexts data={data} note={isOpening ? t('opening') : undefined} />}
      </Suspense>
    </DeskProvider>
  );
}

/** Loads the editor during hydration. */
function startLoading(): void {
  if (!import.meta.env.SSR) void loadDesk().catch(() => {});
}
