import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Form, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { unitOfFragment } from '#core/drafts/unit-fragment.ts';
import restoreIcon from '~icons/lucide/archive-restore';
import reviewIcon from '~icons/lucide/message-circle-question-mark';
import closeIcon from '~icons/lucide/x';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../ui/kit/button-style.ts';
import { Dialog } from '../../ui/kit/dialog.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { MenuItem } from '../../ui/kit/menu.tsx';
import { type FocusPath, focusAlong, focusPath } from '../../ui/kit/return-focus.ts';
import { Tooltip } from '../../ui/kit/tooltip.tsx';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import { useItemCard } from '../managed-item/calm-item.tsx';
import { ItemMenu } from '../managed-item/item-menu.tsx';
import { EDITOR_WORDS, ItemPages, PAGE_ICONS, pageStyle } from '../managed-item/item-pages.tsx';
import { PublishingMessageProvider } from '../managed-item/publishing-messages.tsx';
import type { ItemBar, ItemPaths } from '../managed-item/read-managed-item.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import type { PreviewData } from '../preview/read-preview.ts';
import { type PanelPlace, PanelPlaceProvider } from './panel-form.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { type LanguageStatus, PUBLISHING_ANSWERS, type PublishingAnswer } from './publishing-answer.ts';
import type { PublishableLanguage, PublishingData } from './read-publishing.ts';
import { useLoaded } from './use-loaded.ts';

interface EditorActionsProps {
  /** The most that the person may do with the item's publication. */
  offer: 'publish' | 'review' | 'see' | 'untrash' | 'nothing';
  bar: ItemBar;
  desk: DeskHandle;
}

/** What publishing needs of the editor. */
interface DeskHandle {
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved: () => Promise<boolean>;
  /** Called whenever the publication state of languages is received; a stable function. */
  noteStatuses: (languages: readonly (LanguageStatus | PublishableLanguage)[]) => void;
  /** Called when the checks of publishing are shown; a stable function. */
  noteChecked: () => void;
  /** The editor's own entries of the menu. */
  entries: ReactNode;
}

/** The button of the sheet says what the person may do there, in words where the bar has room for them. */
const OFFERS = {
  publish: {
    label: 'publish.title',
    icon: PAGE_ICONS.publish,
    tone: 'action',
    button: '@max-[29rem]:size-11 @max-[29rem]:px-0',
    words: '@max-[29rem]:sr-only',
  },
  review: {
    label: 'publish.review',
    icon: reviewIcon,
    tone: 'action',
    button: '@max-[40rem]:size-11 @max-[40rem]:px-0',
    words: '@max-[40rem]:sr-only',
  },
  see: {
    label: 'tabs.publish',
    icon: PAGE_ICONS.publish,
    tone: 'plain',
    button: '@max-[32rem]:size-11 @max-[32rem]:px-0',
    words: '@max-[32rem]:sr-only',
  },
} as const;

/** The item's pages in the editor: publishing in a sheet over the text, the preview beside it, and the menu. */
export function EditorActions({ offer, bar, desk }: EditorActionsProps) {
  if (offer === 'untrash' || offer === 'nothing') {
    return (
      <>
        <ItemPages paths={bar.paths} />
        {offer === 'untrash' && <UntrashForm paths={bar.paths} />}
      </>
    );
  }
  return <OpenItemActions offer={offer} bar={bar} desk={desk} />;
}

/** Takes the item out of the trash. */
function UntrashForm({ paths }: { paths: ItemPaths }) {
  const t = useTranslations('publishing');
  return (
    <Form method="post" action={paths.publish}>
      <SubmitButton name="intent" value="untrash">
        <Icon icon={restoreIcon} />
        <span className="@max-[48rem]:sr-only">{t('publish.untrash')}</span>
      </SubmitButton>
    </Form>
  );
}

function OpenItemActions({ offer, bar, desk }: EditorActionsProps & { offer: keyof typeof OFFERS }) {
  const t = useTranslations('publishing');
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const navigate = useNavigate();
  const { key, hash } = useLocation();
  const openedAt = useRef(key);
  // A link in the sheet leads to a place in the text: close the sheet first, so that the place gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes, without reading it
  useLayoutEffect(() => setOpen(false), [key]);
  const previewFrom = useRef<FocusPath>([]);
  // The place may be rendered later than the sheet is gone: the button must not have taken the focus by then.
  function passFocusOn(event: Event) {
    const leadsToPlace = key !== openedAt.current && unitOfFragment(hash) !== undefined;
    if (leadsToPlace) event.preventDefault();
  }
  function showPreview(shows: boolean) {
    if (shows) previewFrom.current = focusPath();
    else focusAlong(previewFrom.current);
    setShown(shows);
  }
  const { label, icon, tone, button, words } = OFFERS[offer];
  return (
    <>
      <ItemPages
        paths={bar.paths}
        inEditor={{
          preview: (
            <Tooltip text={t('tabs.preview')} className={EDITOR_WORDS.icons}>
              <button
                type="button"
                aria-pressed={isShown}
                className={pageStyle}
                onClick={() => (isShown ? setShown(false) : showPreview(true))}
              >
                <Icon icon={PAGE_ICONS.preview} className={`text-[1.125rem] ${EDITOR_WORDS.icons}`} />
                <span className={EDITOR_WORDS.words}>{t('tabs.preview')}</span>
              </button>
            </Tooltip>
          ),
          publish: (
            <button
              type="button"
              aria-haspopup="dialog"
              className={`${buttonStyle(tone)} ${button}`}
              onClick={() => {
                openedAt.current = key;
                setOpen(true);
              }}
            >
              <Icon icon={icon} className="text-[1.125rem]" />
              <span className={words}>{t(label)}…</span>
            </button>
          ),
        }}
      />
      <ItemMenu bar={bar} whenSaved={desk.whenSaved}>
        <div className="@min-[22rem]:hidden">
          <MenuItem icon={PAGE_ICONS.preview} onSelect={() => showPreview(!isShown)}>
            {t('tabs.preview')}
          </MenuItem>
        </div>
        <div className="@min-[52rem]:hidden">
          <MenuItem icon={PAGE_ICONS.revisions} onSelect={() => void navigate(bar.paths.revisions)}>
            {t('tabs.revisions')}
          </MenuItem>
        </div>
        {desk.entries}
      </ItemMenu>
      <Dialog
        kind="sheet"
        open={isOpen}
        onOpenChange={setOpen}
        title={t('tabs.publish')}
        onCloseAutoFocus={passFocusOn}
      >
        <PublishingSheet paths={bar.paths} {...desk} />
      </Dialog>
      {isShown && <PreviewAside paths={bar.paths} onClose={() => showPreview(false)} />}
    </>
  );
}

/** The panel, which waits until everything typed is saved before it sends a form. */
function PublishingSheet({ paths, whenSaved, noteStatuses, noteChecked }: DeskHandle & { paths: ItemPaths }) {
  const t = useTranslations('publishing.publish');
  const common = useTranslations('common');
  const tLive = useTranslations('admin.connection');
  const panel = `${paths.publish}/panel`;
  const { data, failure, isLoading, load } = useLoaded<PublishingData>(panel, whenSaved);
  useEffect(() => {
    if (!data) return;
    noteStatuses(data.languages);
    noteChecked();
  }, [data, noteStatuses, noteChecked]);
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
      if ('data' in result && result.data.kind === 'done') noteStatuses(result.data.languages);
      if (!isOpen.current) return;
      setHold('failure' in result ? result.failure : undefined);
      if ('failure' in result) return;
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
