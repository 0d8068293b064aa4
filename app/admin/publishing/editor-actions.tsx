import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { unitOfFragment } from '#core/drafts/unit-fragment.ts';
import restoreIcon from '~icons/lucide/archive-restore';
import publishIcon from '~icons/lucide/globe';
import reviewIcon from '~icons/lucide/message-circle-question-mark';
import previewIcon from '~icons/lucide/monitor-smartphone';
import closeIcon from '~icons/lucide/x';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle, toolButtonStyle } from '../../ui/kit/button-style.ts';
import { Dialog } from '../../ui/kit/dialog.tsx';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import { useItemCard } from '../managed-item/calm-item.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import type { ItemPaths } from '../managed-item/read-managed-item.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import type { PreviewData } from '../preview/read-preview.ts';
import { type PanelPlace, PanelPlaceProvider } from './panel-form.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { type LanguageStatus, PUBLISHING_ANSWERS, type PublishingAnswer } from './publishing-answer.ts';
import type { PublishableLanguage, PublishingData } from './read-publishing.ts';
import { useLoaded } from './use-loaded.ts';

interface EditorActionsProps extends PublishingSheetProps {
  /** The most that the person may do with the item's publication. */
  offer: 'publish' | 'review' | 'see' | 'untrash' | 'nothing';
}

interface PublishingSheetProps {
  paths: ItemPaths;
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved: () => Promise<boolean>;
  /** Called whenever the publication state of languages is received; a stable function. */
  onStatuses: (languages: readonly (LanguageStatus | PublishableLanguage)[]) => void;
  /** Called when the checks of publishing are shown; a stable function. */
  onChecked: () => void;
}

/** The button of the sheet says what the person may do there. */
const OFFERS = {
  publish: { label: 'publish.title', icon: publishIcon, tone: 'action' },
  review: { label: 'publish.review', icon: reviewIcon, tone: 'action' },
  see: { label: 'tabs.publish', icon: publishIcon, tone: 'plain' },
  untrash: { label: 'publish.untrash', icon: restoreIcon, tone: 'action' },
} as const;

/** Publishing in a sheet over the text, and the preview beside it. */
export function EditorActions({ offer, ...sheet }: EditorActionsProps) {
  const t = useTranslations('publishing');
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const { key, hash } = useLocation();
  const openedAt = useRef(key);
  // A link in the sheet leads to a place in the text: close the sheet first, so that the place gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes, without reading it
  useLayoutEffect(() => setOpen(false), [key]);
  const previewButton = useRef<HTMLButtonElement>(null);
  // The place may be rendered later than the sheet is gone: the button must not have taken the focus by then.
  function passFocusOn(event: Event) {
    const leadsToPlace = key !== openedAt.current && unitOfFragment(hash) !== undefined;
    if (leadsToPlace) event.preventDefault();
  }
  if (offer === 'nothing') return null;
  const { label, icon, tone } = OFFERS[offer];
  return (
    <>
      {offer !== 'untrash' && (
        <button
          ref={previewButton}
          type="button"
          aria-pressed={isShown}
          className={`${toolButtonStyle('plain')} aria-pressed:border-action aria-pressed:bg-tint aria-pressed:text-action`}
          onClick={() => setShown(!isShown)}
        >
          <Icon icon={previewIcon} />
          <span className="@max-4xl:sr-only">{t('tabs.preview')}</span>
        </button>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${buttonStyle(tone)} max-sm:size-11 max-sm:px-0 max-sm:text-[1.125rem]`}
        onClick={() => {
          openedAt.current = key;
          setOpen(true);
        }}
      >
        <Icon icon={icon} />
        <span className="max-sm:sr-only">{t(label)}…</span>
      </button>
      <Dialog
        kind="sheet"
        open={isOpen}
        onOpenChange={setOpen}
        title={t(offer === 'untrash' ? 'publish.trash' : 'tabs.publish')}
        onCloseAutoFocus={passFocusOn}
      >
        <PublishingSheet {...sheet} />
      </Dialog>
      {isShown && (
        <PreviewAside
          paths={sheet.paths}
          onClose={() => {
            setShown(false);
            previewButton.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The panel, which waits until everything typed is saved before it sends a form. */
function PublishingSheet({ paths, whenSaved, onStatuses, onChecked }: PublishingSheetProps) {
  const t = useTranslations('publishing.publish');
  const common = useTranslations('common');
  const tLive = useTranslations('admin.connection');
  const navigate = useNavigate();
  const panel = `${paths.publish}/panel`;
  const { data, failure, isLoading, load } = useLoaded<PublishingData>(panel, whenSaved);
  useEffect(() => {
    if (!data) return;
    onStatuses(data.languages);
    onChecked();
  }, [data, onStatuses, onChecked]);
  const [answer, setAnswer] = useState<PublishingAnswer>();
  const [hold, setHold] = useState<'waiting' | 'sending' | 'unsaved' | FetchFailure>();
  const isBusy = useRef(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const [sent, setSent] = useState<FormData>();
  const panelElement = useRef<HTMLDivElement>(null);
  const isSending = hold === 'waiting' || hold === 'sending';
  const standing = useStanding(data?.cardPath);
  const calm = useCalmReload(standing, data, { load, isLoading: isLoading || isSending, isSending });
  const place: PanelPlace = {
    sending: isSending ? sent : undefined,
    dismiss() {
      setAnswer(undefined);
      panelElement.current?.focus();
    },
    async send(form) {
      if (isBusy.current) return;
      isBusy.current = true;
      setSent(form);
      setHold('waiting');
      const isSaved = await whenSaved();
      // The sheet was closed meanwhile.
      if (!isOpen.current) return;
      if (isSaved) setHold('sending');
      const result = isSaved
        ? await fetchJson<PublishingAnswer>(panel, { method: 'POST', body: encode(form), kinds: PUBLISHING_ANSWERS })
        : { failure: 'unsaved' as const };
      isBusy.current = false;
      if ('data' in result && result.data.kind === 'done') onStatuses(result.data.languages);
      if (!isOpen.current) return;
      setHold('failure' in result ? result.failure : undefined);
      if ('failure' in result) return;
      if (result.data.kind === 'moved') return navigate(result.data.href);
      setAnswer(result.data);
      // The action, or its refusal, may mean that the item has changed.
      await load();
    },
  };
  if (!data && failure) return <NotLoaded sentence={t(failure)} load={load} />;
  if (!data) return <p role="status">{common('loading')}</p>;
  const told = hold ?? failure;
  return (
    <PublishingMessageProvider messages={data.messages}>
      <PanelPlaceProvider value={place}>
        <p role="status" className="font-medium text-warning">
          {told && t(told)}
        </p>
        {data.trashed && <p className="font-medium text-warning">{data.trashed}</p>}
        <div ref={panelElement} tabIndex={-1} className="relative focus:outline-none" {...calm.handlers}>
          {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
          <PublishPanel data={data} answer={answer} />
        </div>
      </PanelPlaceProvider>
    </PublishingMessageProvider>
  );
}

/** Differs when a language stands differently than before, and not with every change of its text; `undefined` until it is known. */
function useStanding(cardPath: DocumentPath | undefined): string | undefined {
  const card = useItemCard(cardPath)?.data;
  return (
    card &&
    JSON.stringify([
      card.place,
      Object.entries(card.languages).map(([code, { state, publishedSlug, publishedAt, schedule, review }]) => [
        code,
        state,
        publishedSlug,
        publishedAt,
        schedule,
        review,
      ]),
    ])
  );
}

/** Encodes a form without files like a browser. */
function encode(form: FormData): URLSearchParams {
  return new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
}

/** Shown if loading failed. */
function NotLoaded({ sentence, load }: { sentence: string; load: () => Promise<void> }) {
  const t = useTranslations('publishing.publish');
  return (
    <>
      <p role="alert" className="font-medium text-warning">
        {sentence}
      </p>
      <button type="button" className={`mt-3 ${buttonStyle('plain')}`} onClick={() => void load()}>
        {t('again')}
      </button>
    </>
  );
}

const BESIDE_PREVIEW = ['beside-preview', 'pb-[50dvh]', 'xl:pb-0', 'xl:pe-[27rem]'];

function PreviewAside({ paths, onClose }: { paths: ItemPaths; onClose: () => void }): ReactNode {
  const t = useTranslations('publishing');
  const kit = useTranslations('kit');
  const common = useTranslations('common');
  const { data, failure, load } = useLoaded<PreviewData>(`${paths.preview}/panel?width=phone`);
  // Makes space in the editor (editor.css): only one language is shown on narrower screens.
  useEffect(() => {
    document.body.classList.add(...BESIDE_PREVIEW);
    return () => document.body.classList.remove(...BESIDE_PREVIEW);
  }, []);
  return createPortal(
    <aside
      aria-label={t('tabs.preview')}
      className="fixed inset-x-0 bottom-0 z-30 h-[50dvh] overflow-y-auto border-line border-t bg-surface p-4 shadow-xl max-xl:[&_legend]:sr-only xl:inset-x-auto xl:end-0 xl:top-0 xl:bottom-0 xl:h-auto xl:w-[27rem] xl:border-s xl:border-t-0"
    >
      <button
        type="button"
        aria-label={kit('close')}
        className={`absolute end-2 top-2 ${iconButtonStyle}`}
        onClick={onClose}
      >
        <Icon icon={closeIcon} />
      </button>
      {!data && !failure && (
        <p role="status" className="pe-12">
          {common('loading')}
        </p>
      )}
      {!data && failure && (
        <div className="pe-12">
          <NotLoaded sentence={t(`publish.${failure}`)} load={load} />
        </div>
      )}
      {data && (
        <PublishingMessageProvider messages={data.messages}>
          <PreviewPane data={data} />
        </PublishingMessageProvider>
      )}
    </aside>,
    document.body,
  );
}
