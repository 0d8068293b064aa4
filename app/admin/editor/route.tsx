import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { localeSet } from '#site-config';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { useBuildWatch } from '../../navigation/preload-context.ts';
import { useTypedAhead } from '../../rendering/typed-ahead.ts';
import { subscribeToAll } from '../../ui/kit/create-store.ts';
import { FileWordsProvider } from '../files/choose/file-words.tsx';
import { ItemPages } from '../managed-item/item-pages.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import { readPublishingMessages } from '../managed-item/read-managed-item.ts';
import { EditorActions } from '../publishing/editor-actions.tsx';
import './editor.css';
import './carets.css';
import { AddedMessages } from '../../i18n/message-provider.tsx';
import { DeskProvider } from './context/desk-context.tsx';
import { type EditorData, readEditor } from './context/read-editor.ts';
import { Desk } from './desk/desk.client.tsx';
import { SavedTexts } from './desk/saved-texts.tsx';
import { requestDrafts } from './drafts/early-request.ts';
import { type OpenItem, openItem } from './drafts/open-item.client.ts';

export const handle: RouteHandle = {
  tellsConnection: true,
  withDocument: ({ id = '' }) =>
    requestDrafts(
      id,
      localeSet.locales.map(({ code }) => code),
    ),
};

export async function loader(args: LoaderFunctionArgs) {
  const data = await readEditor(args);
  const { locale } = readAccountRequest(args);
  return { ...data, publishing: readPublishingMessages(locale, 'tabs', 'publish', 'more', 'talk') };
}

/** The text lives in the drafts; the loaded item is only the initial state. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id || currentParams.type !== nextParams.type;
}

export const meta = accountMeta;

/** The editor of an item. */
export default function EditorRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <AddedMessages messages={data.messages}>
      <PublishingMessageProvider messages={data.publishing}>
        <EditorPage key={data.item.id} data={data} />
      </PublishingMessageProvider>
    </AddedMessages>
  );
}

/** An item with its languages side by side: read-only at first and without script, editable once its drafts are loaded. */
function EditorPage({ data }: { data: EditorData }) {
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
            <Desk open={open} actions={(desk) => <EditorActions offer={data.offer} bar={data.bar} desk={desk} />} />
          </FileWordsProvider>
        ) : (
          <SavedTexts links={<ItemPages paths={data.bar.paths} />} note={open && t('opening')} />
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
    const opened = openItem(data, noteBuild);
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
    const end = subscribeToAll(
      drafts.map(({ facts }) => facts),
      look,
    );
    const timer = setTimeout(show, PATIENCE);
    look();
    return () => {
      clearTimeout(timer);
      end();
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
