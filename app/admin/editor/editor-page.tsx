import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBuildWatch } from '../../navigation/preload-context.ts';
import { useTypedAhead } from '../../rendering/typed-ahead.ts';
import { FileWordsProvider } from '../files/choose/file-words.tsx';
import { DeskProvider } from './context/desk-context.tsx';
import type { EditorData } from './context/read-editor.ts';
import { Desk, type DeskProps, openDrafts } from './desk/desk.client.tsx';
import { SavedTexts } from './desk/saved-texts.tsx';
import type { OpenItem } from './drafts/open-item.ts';

interface EditorPageProps extends DeskProps {
  data: EditorData;
  /** Links to the item's pages, until its drafts are open and for a browser without script. */
  links?: ReactNode;
}

/** An item with its languages side by side: read-only at first and without script, editable once its drafts are loaded. */
export function EditorPage({ data, links, actions }: EditorPageProps) {
  const t = useTranslations('editor.page');
  const open = useOpenItem(data);
  const isReady = useIsReady(open);
  const canEdit = data.languages.some((language) => language.canEdit);
  useTypedAhead(canEdit, 'nowhere');
  return (
    <DeskProvider value={data}>
      <div data-desk>
        {open && isReady ? (
          <FileWordsProvider path={data.paths.words}>
            <Desk open={open} actions={actions} />
          </FileWordsProvider>
        ) : (
          <SavedTexts links={links} {...(open && { note: t('opening') })} />
        )}
      </div>
    </DeskProvider>
  );
}

/** Opens the drafts of the item while the page is mounted. */
function useOpenItem(data: EditorData): OpenItem | undefined {
  const [open, setOpen] = useState<OpenItem>();
  const { noteBuild } = useBuildWatch();
  useEffect(() => {
    const opened = openDrafts(data, noteBuild);
    setOpen(opened);
    return () => {
      setOpen(undefined);
      opened.close();
    };
  }, [data, noteBuild]);
  return open;
}

/** Milliseconds after which the snapshot of a language is shown in its column, because its draft is not loaded. */
const PATIENCE = 500;

/** Whether to replace the snapshot by the editor: once, with all languages, because the page is laid out anew. */
function useIsReady(open: OpenItem | undefined): boolean {
  const [ready, setReady] = useState<OpenItem>();
  useEffect(() => {
    if (!open) return undefined;
    const drafts = Object.values(open.languages);
    const show = () => {
      selectSomething();
      setReady(open);
    };
    const look = () => {
      if (drafts.every(({ facts }) => facts.read().isLoaded)) show();
    };
    const ends = drafts.map(({ facts }) => facts.subscribe(look));
    const timer = setTimeout(show, PATIENCE);
    look();
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [open]);
  return open !== undefined && ready === open;
}

/**
 * Puts the selection at the start of the page if there is none. Each change of an editor looks where the selection is; without one,
 * Chromium lays the page out before it answers, some five times while the editors are made.
 */
function selectSomething(): void {
  const selection = document.getSelection();
  if (selection?.rangeCount === 0) selection.collapse(document.body, 0);
}
