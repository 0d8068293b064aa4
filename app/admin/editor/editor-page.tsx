import { lazy, type ReactNode, Suspense, useEffect, useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { DeskProvider } from './context/desk-context.tsx';
import type { EditorData } from './context/read-editor.ts';
import type { DeskProps } from './desk/desk.tsx';
import { SavedTexts } from './desk/saved-texts.tsx';

/** The editor's code, loaded only in browsers. */
const loadDesk = () => import('./desk/desk.tsx');

const Desk = lazy(loadDesk);

interface EditorPageProps extends DeskProps {
  data: EditorData;
  /** Links to the item's other pages, for a browser without script. */
  links?: ReactNode;
}

/** An item with its languages side by side: read-only at first and without script, editable once the editor is loaded. */
export function EditorPage({ data, links, actions }: EditorPageProps) {
  const t = useTranslations('editor.page');
  const [canWrite, setCanWrite] = useState(false);
  const [isOpening, open] = useTransition();
  useState(startLoading);
  // Keep the snapshot on the page until the editor is ready, without a Suspense fallback in between.
  useEffect(() => open(() => setCanWrite(true)), []);
  return (
    <DeskProvider value={data}>
      <div data-desk>
        <Suspense>
          {canWrite ? (
            <Desk actions={actions} />
          ) : (
            <SavedTexts links={links} note={isOpening ? t('opening') : undefined} />
          )}
        </Suspense>
      </div>
    </DeskProvider>
  );
}

/** Loads the editor during hydration. */
function startLoading(): void {
  if (!import.meta.env.SSR) void loadDesk().catch(() => {});
}
