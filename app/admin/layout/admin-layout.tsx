import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import { FOLDED_NAVIGATION } from '#core/site/site-paths.ts';
import separator from '~icons/lucide/chevron-right';
import returnedIcon from '~icons/lucide/circle-alert';
import waitingIcon from '~icons/lucide/cloud-off';
import foldIcon from '~icons/lucide/panel-left-close';
import unfoldIcon from '~icons/lucide/panel-left-open';
import { LiveProvider, useBatches, useConnectivity, useDataClient } from '../../data/live/live-context.tsx';
import type { QueuedBatch } from '../../data/storage/data-storage.ts';
import { useFocusOnNavigation } from '../../navigation/use-focus-on-navigation.ts';
import type { DeviceOwner } from '../../offline/device-mark.ts';
import { KeptPageNotice, useKeptPages } from '../../offline/kept-page-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { usePaletteShortcut } from '../../ui/kit/command-palette/command-palette.tsx';
import { leaveFocus } from '../../ui/kit/return-focus.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { AdminCommandPalette } from '../frame/admin-command-palette.tsx';
import type { AdminFrameData, Breadcrumb } from '../frame/admin-frame-data.ts';
import { AdminNavigation } from '../frame/admin-navigation.tsx';
import { AdminTopBar } from '../frame/admin-top-bar.tsx';
import type { PageMessages } from './admin-messages.tsx';
import { AdminShell, MAIN_ID } from './admin-shell.tsx';

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

interface AdminLayoutProps {
  messages: PageMessages;
  frame: AdminFrameData;
  /** The owner of the device's offline pages. */
  owner: DeviceOwner;
  /** Whether the page is replaced by an error, default: no. */
  shows?: 'page' | 'error';
  /** What owners should do something about soon. */
  urgent: readonly string[];
  /** Whether this browser has folded the navigation. */
  isFolded: boolean;
  /** The page, starting with its `h1`. */
  children: ReactNode;
}

/** The layout of the admin area: navigation beside the page, or in a sheet on a phone; a top bar; the command palette. */
export function AdminLayout({ messages, frame, owner, shows, urgent, isFolded, children }: AdminLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [folded, setFolded] = useState(isFolded);
  const togglePalette = useCallback(() => setPaletteOpen((open) => !open), []);
  useFocusOnNavigation(main, shows);
  usePaletteShortcut(togglePalette);
  useKeptPages(owner);
  return (
    <LiveProvider person={owner.person}>
      <AdminShell messages={messages}>
        <StrayFiles />
        <AdminTopBar frame={frame} onOpenPalette={togglePalette} />
        <div
          data-admin-columns
          className={`lg:grid ${folded ? 'lg:grid-cols-[4.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[16rem_minmax(0,1fr)]'}`}
        >
          <aside
            data-print="hide"
            data-admin-navigation
            className="hidden border-line p-3 noscript:block lg:sticky lg:top-16 lg:flex lg:h-[calc(100dvh-4rem)] lg:flex-col lg:justify-between lg:gap-4 lg:border-e"
          >
            <div className="lg:-m-3 lg:max-h-full lg:min-h-0 lg:overflow-y-auto lg:p-3">
              <AdminNavigation frame={frame} isFolded={folded} />
            </div>
            <FoldButton
              isFolded={folded}
              onToggle={() => {
                rememberFolded(!folded);
                setFolded(!folded);
              }}
            />
          </aside>
          <main
            id={MAIN_ID}
            ref={main}
            tabIndex={-1}
            className="min-w-0 max-w-[76rem] has-[>[data-wide]]:max-w-none px-4 pt-3 pb-20 focus:outline-none sm:px-8"
          >
            <KeptPageNotice />
            <ChangesNotice />
            {urgent.length > 0 && <UrgentBanner urgent={urgent} href={`${frame.homeHref}/system`} />}
            <AdminBreadcrumbs />
            {children}
          </main>
        </div>
        <AdminCommandPalette frame={frame} open={paletteOpen} onOpenChange={setPaletteOpen} />
      </AdminShell>
    </LiveProvider>
  );
}

/** Tells owners what they should do something about before it is too late. */
function UrgentBanner({ urgent, href }: Pick<AdminLayoutProps, 'urgent'> & { href: string }) {
  const t = useTranslations('admin.frame');
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-control border-2 border-warning px-4 py-1.5"
    >
      <p className="font-medium">{urgent.join(' ')}</p>
      <Link to={href} className="link-quiet inline-flex min-h-11 items-center text-action">
        {t('seeSystem')}
      </Link>
    </div>
  );
}

/** Shows or hides the names of the navigation. */
function FoldButton({ isFolded, onToggle }: { isFolded: boolean; onToggle: () => void }) {
  const t = useTranslations('admin.frame');
  return (
    <button
      type="button"
      onClick={onToggle}
      className="hidden min-h-11 shrink-0 items-center gap-3 rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink lg:flex noscript:hidden"
    >
      <Icon icon={isFolded ? unfoldIcon : foldIcon} className="text-[1.25rem] rtl:-scale-x-100" />
      <span className={isFolded ? 'sr-only' : ''}>{t(isFolded ? 'unfold' : 'fold')}</span>
    </button>
  );
}

/** Stores in this browser whether the navigation is folded: in a cookie, so that the server renders it as it was left. */
function rememberFolded(isFolded: boolean): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = isFolded ? YEAR_IN_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${FOLDED_NAVIGATION}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

/**
 * Keeps the browser from opening a dropped file or link in the window, over what somebody is writing, and says where files go.
 * Texts and fields of files take what is dropped on them.
 */
function StrayFiles() {
  const t = useTranslations('admin.frame.strayFile');
  const toasts = useToasts();
  const tell = useEffectEvent(() => toasts.add({ tone: 'warning', title: t('title'), description: t('how') }));
  useEffect(() => {
    function keepOut(event: DragEvent) {
      const { dataTransfer, target } = event;
      if (event.defaultPrevented || !dataTransfer || !(target instanceof Element)) return;
      const hasFiles = dataTransfer.types.includes('Files');
      if (!hasFiles && !dataTransfer.types.includes('text/uri-list')) return;
      if (target.closest(hasFiles ? 'input[type=file]' : 'input, textarea, [contenteditable=true]')) return;
      event.preventDefault();
      if (event.type === 'drop' && dataTransfer.files.length > 0) tell();
    }
    // Without the first, the browser opens the file and tells the page nothing.
    window.addEventListener('dragover', keepOut);
    window.addEventListener('drop', keepOut);
    return () => {
      window.removeEventListener('dragover', keepOut);
      window.removeEventListener('drop', keepOut);
    };
  }, []);
  return null;
}

/** Breadcrumbs from `breadcrumbs` in the page's loader data: the parent pages, without the page itself. */
function AdminBreadcrumbs() {
  const t = useTranslations('common.navigation');
  const data = useMatches().at(-1)?.loaderData as { breadcrumbs?: Breadcrumb[] } | undefined;
  const crumbs = data?.breadcrumbs ?? [];
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('breadcrumbs')} className="mb-2">
      <ol className="flex flex-wrap items-center text-fine text-ink-soft">
        {crumbs.map(({ href, label }) => (
          <li key={href} className="flex items-center">
            <Link to={href} className="link-quiet inline-flex min-h-11 items-center hover:text-ink">
              {label}
            </Link>
            <Icon icon={separator} className="mx-1.5 rtl:-scale-x-100" />
          </li>
        ))}
      </ol>
    </nav>
  );
}

const BOX = 'mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border px-4 py-3';

/** The changes of this browser that wait for the connection, and those that the server did not apply. */
function ChangesNotice() {
  const t = useTranslations('admin.connection.changes');
  const batches = useBatches();
  const isOnline = useConnectivity() === 'online';
  const waiting = batches.filter(({ refused }) => refused === undefined).length;
  return (
    <>
      {waiting > 0 && !isOnline && (
        <p role="status" className={`${BOX} border-line-strong bg-tint font-medium`}>
          <Icon icon={waitingIcon} className="shrink-0 text-[1.125rem]" />
          <span className="min-w-0 grow basis-0">{t('waiting', { count: waiting })}</span>
        </p>
      )}
      {batches.map((batch) => batch.refused && <Returned key={batch.seq} batch={batch} reason={batch.refused} />)}
    </>
  );
}

function Returned({ batch, reason }: { batch: QueuedBatch; reason: NonNullable<QueuedBatch['refused']> }) {
  const t = useTranslations('admin.connection.changes');
  const client = useDataClient();
  const { about, changes, seq } = batch;
  const texts = changes.flatMap(({ fields: { note } }) => (typeof note === 'string' && note !== '' ? [note] : []));
  return (
    <div role="alert" className={`${BOX} border-danger`}>
      <div className="flex min-w-0 grow basis-80 items-start gap-2.5">
        <Icon icon={returnedIcon} className="mt-[0.2em] shrink-0 text-[1.125rem] text-danger" />
        <div className="min-w-0 break-words">
          <p className="font-medium">
            {t.rich('returned', {
              label: about.label,
              reason: t(`reasons.${reason}`),
              page: (label) => (
                <Link to={about.href} className="underline">
                  {label}
                </Link>
              ),
            })}
          </p>
          {texts.map((text) => (
            <p key={text} className="whitespace-pre-wrap text-ink-soft">
              {t('yours', { text })}
            </p>
          ))}
        </div>
      </div>
      <button
        type="button"
        className={buttonStyle('plain')}
        onClick={({ currentTarget }) => {
          leaveFocus(currentTarget);
          void client?.dismiss(seq);
        }}
      >
        {t('dismiss')}
      </button>
    </div>
  );
}
