import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { Notice } from '#core/public-content/read-notices.ts';
import { localeSet } from '#site-config';
import closedIcon from '~icons/lucide/door-closed';
import informationIcon from '~icons/lucide/info';
import warningIcon from '~icons/lucide/triangle-alert';
import closeIcon from '~icons/lucide/x';
import { useNonce } from '../../rendering/inline-code.ts';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

const KINDS = {
  information: { icon: informationIcon, style: 'bg-tint text-ink' },
  warning: { icon: warningIcon, style: 'bg-[color-mix(in_oklab,var(--warning)_14%,var(--surface))] text-ink' },
  closed: { icon: closedIcon, style: 'bg-danger text-on-action' },
} as const;

/** Where the browser keeps which notices its reader closed. */
const STORAGE = 'meki-notices';

/** Maximum of them. Source: Meki's own: the oldest are over long before. */
const MOST_CLOSED = 40;

/**
 * Before the page is hydrated, which is at the first interaction: hides what its reader closed, and closes. Without script, notices stay,
 * and have no button.
 */
const CLOSE_EARLY = `(()=>{const all=document.currentScript.parentNode,read=()=>{try{return JSON.parse(localStorage.getItem("${STORAGE}"))||[]}catch{return[]}},hide=()=>{const closed=read();for(const one of all.querySelectorAll("[data-notice]"))if(closed.includes(one.dataset.notice))one.hidden=true};hide();for(const button of all.querySelectorAll("button"))button.hidden=false;all.addEventListener("click",({target})=>{const one=target.closest("button")?.closest("[data-notice]");if(!one)return;try{localStorage.setItem("${STORAGE}",JSON.stringify([...read(),one.dataset.notice].slice(-${MOST_CLOSED})))}catch{}one.hidden=true})})()`;

/** The notices of a page, above its header. They are part of the page, so that screen readers read them once, in their place. */
export function SiteNotices({ notices }: { notices: readonly Notice[] }) {
  const t = useTranslations('common.notices');
  const { pathname } = useLocation();
  const nonce = useNonce();
  const closed = useClosed();
  const now = useEnds(notices);
  const { path } = splitLocale(localeSet, pathname);
  const shown = notices.filter(
    (notice) => isShownOn(notice, path) && !closed.keys.includes(notice.key) && (notice.until ?? now + 1) > now,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('label')}>
      <ul>
        {shown.map(({ key, kind, text, link }) => (
          <li
            key={key}
            data-notice={key}
            suppressHydrationWarning
            className={`border-line border-b ${KINDS[kind].style}`}
          >
            <div className="container-page flex items-start gap-3">
              <span className="mt-3 text-[1.25rem]">
                <Icon icon={KINDS[kind].icon} />
              </span>
              <p className="min-w-0 grow py-2.5 wrap-anywhere">
                <span className="sr-only">{t(kind)}: </span>
                {text}{' '}
                {link && (
                  <SiteLink to={link.href} className="font-semibold underline underline-offset-2">
                    {link.label}
                  </SiteLink>
                )}
              </p>
              <button
                type="button"
                hidden={!closed.isKnown}
                suppressHydrationWarning
                data-print="hide"
                aria-label={t('close', { text })}
                className="-me-2.5 grid size-11 shrink-0 place-items-center rounded-control text-[1.25rem] hover:bg-ink/10"
                onClick={({ currentTarget }) => {
                  const others = [...(currentTarget.closest('section')?.querySelectorAll('button') ?? [])];
                  const next = others.find((button) => button !== currentTarget && !button.closest('[hidden]'));
                  (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
                  closed.add(key);
                }}
              >
                <Icon icon={closeIcon} />
              </button>
            </div>
          </li>
        ))}
      </ul>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own code
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CLOSE_EARLY : '' }}
      />
    </section>
  );
}

/** Whether a page shows a notice. @param path without its language */
function isShownOn({ place }: Notice, path: string): boolean {
  if (!place) return true;
  const [own, at] = [`${place.path}/`, `${path}/`].map((one) => one.toLowerCase().replace(/\/+$/, '/'));
  return place.isListing ? at?.startsWith(own ?? '') === true : at === own;
}

/** Milliseconds since 1970, as far as notices are concerned: those that end while the page is open are over then. */
function useEnds(notices: readonly Notice[]): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const next = Math.min(...notices.flatMap(({ until = 0 }) => (until > now ? until : [])));
    if (next === Number.POSITIVE_INFINITY) return undefined;
    // A longer timer would fire at once.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(next - Date.now(), 0), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [notices, now]);
  return now;
}

/** Called when this window closes a notice. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What the browser keeps, as text; what it cannot keep lasts as long as the page. */
let kept: string | null = null;

function readKept(): string {
  try {
    return localStorage.getItem(STORAGE) ?? kept ?? '[]';
  } catch {
    return kept ?? '[]';
  }
}

function useClosed() {
  const text = useSyncExternalStore(subscribe, readKept, () => undefined);
  const keys = keysIn(text);
  return {
    /** Whether it is known: not before the page is hydrated. */
    isKnown: text !== undefined,
    keys,
    add(key: string): void {
      kept = JSON.stringify([...keysIn(readKept()).filter((one) => one !== key), key].slice(-MOST_CLOSED));
      try {
        localStorage.setItem(STORAGE, kept);
      } catch {
        // Without storage it is closed until the next page.
      }
      for (const listener of listeners) listener();
    },
  };
}

function keysIn(text: string | undefined): string[] {
  try {
    const keys: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
