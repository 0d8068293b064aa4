import { type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { splitLocale } from '#core/locales/localized-path.ts';
import type { Notice } from '#core/public-content/read-notices.ts';
import { localeSet } from '#site-config';
import closedIcon from '~icons/lucide/door-closed';
import informationIcon from '~icons/lucide/info';
import warningIcon from '~icons/lucide/triangle-alert';
import closeIcon from '~icons/lucide/x';
import { PreloadContext } from '../../navigation/preload-context.ts';
import { useFocusOnNavigation } from '../../navigation/use-focus-on-navigation.ts';
import { useNonce } from '../../rendering/inline-code.ts';
import { OpeningHours } from '../../site/fields/opening-hours.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { FrameData, NavigationEntry, NavigationLink } from './read-frame.ts';
import { FooterBrand, SiteHeader } from './site-header.tsx';

const MAIN_ID = '_content';

/** Header, main landmark and footer. After a client navigation, the new page's heading gets the focus. */
export function SiteFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const t = useTranslations('common');
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  usePreloadInView();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN_ID}`}
        className="sr-only rounded-control bg-action px-5 py-3 font-semibold text-on-action focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
      >
        {t('skipToContent')}
      </a>
      <SiteNotices notices={frame.notices} />
      <SiteHeader frame={frame} />
      <PrintedHeader frame={frame} />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className="grow focus:outline-none">
        {children}
      </main>
      <SiteFooter frame={frame} />
    </div>
  );
}

/** Above a printed page: whose it is, and how to reach them. */
function PrintedHeader({ frame: { name, contact } }: { frame: FrameData }) {
  const { phone, address } = contact;
  return (
    <div className="container-page hidden items-baseline gap-x-6 border-line border-b pb-3 print:flex print:flex-wrap">
      <p className="me-auto font-semibold">{name}</p>
      {address && <address className="not-italic">{address.split(/\s*\n\s*/).join(', ')}</address>}
      {phone && <p dir="ltr">{phone}</p>}
    </div>
  );
}

/** Contact details and links to the main pages. */
function SiteFooter({ frame }: { frame: FrameData }) {
  const t = useTranslations('common');
  const { phone, email, address, openingHours, exceptionalDays = [], profiles = [] } = frame.contact;
  return (
    <footer data-theme="dark" data-print="hide" className="bg-meki-teal-950 text-ink">
      <div className="container-page grid grid-cols-1 gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr] lg:py-16">
        <div className="wrap-anywhere">
          <FooterBrand {...frame} />
          {address && <address className="mt-4 whitespace-pre-line text-ink-soft not-italic">{address}</address>}
          {openingHours.length + exceptionalDays.length > 0 && (
            <section aria-label={t('contact.hours')} className="mt-4 max-w-sm">
              <OpeningHours contact={frame.contact} />
            </section>
          )}
        </div>
        {(phone || email || profiles.length > 0) && (
          <div className={frame.footer && 'lg:col-start-1'}>
            <h2 className="font-semibold text-fine text-ink-soft">{t('footer.contact')}</h2>
            <ul className="mt-2">
              {phone && <FooterLink href={`tel:${phone.replace(/[^+\d]/g, '')}`} label={phone} plain />}
              {email && <FooterLink href={`mailto:${email}`} label={email} plain />}
              {profiles.map(({ name, url }) => (
                <FooterLink key={url} href={url} label={name} plain />
              ))}
            </ul>
          </div>
        )}
        {frame.footer ? (
          <FooterColumns entries={frame.footer} />
        ) : (
          <nav aria-label={t('navigation.footer')}>
            <h2 className="font-semibold text-fine text-ink-soft">{t('footer.site')}</h2>
            <ul className="mt-2">
              {[...frame.navigation.flatMap(linkOf), ...frame.furtherPages].map((link) => (
                <FooterLink key={link.href} {...link} />
              ))}
              <FooterLink href={frame.feedHref} label={t('footer.feed')} plain />
            </ul>
          </nav>
        )}
        {frame.legal.length > 0 && (
          <nav aria-label={t('navigation.legal')} className="col-span-full -mb-6 border-line border-t pt-4">
            <ul className="flex flex-wrap gap-x-6 text-fine">
              {frame.legal.map((link, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
                <FooterLink key={index} {...link} />
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}

/** An entry of the header in the footer; a heading is none. */
function linkOf({ label, href }: NavigationEntry): NavigationLink[] {
  return href === undefined ? [] : [{ label, href }];
}

/** A column for each entry that has others below, and one for those that have none, where the first of them stands. */
function FooterColumns({ entries }: { entries: readonly NavigationEntry[] }) {
  const t = useTranslations('common');
  const single = entries.filter(({ below }) => !below);
  const columns = entries.flatMap((entry): (NavigationEntry & { below: NavigationLink[] })[] => {
    if (entry.below) return [{ ...entry, below: entry.below }];
    return entry === single[0] ? [{ label: t('footer.site'), below: single.flatMap(linkOf) }] : [];
  });
  return (
    <nav
      aria-label={t('navigation.footer')}
      className="col-span-full grid h-fit grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-10 lg:col-span-2 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      {columns.map(({ label, href, below }, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same label
        <div key={column} className="min-w-0">
          <h2 className="flex min-h-11 items-center font-semibold text-fine text-ink-soft wrap-anywhere">
            {href === undefined ? (
              label
            ) : (
              <SiteLink to={href} className="link-quiet py-2">
                {label}
              </SiteLink>
            )}
          </h2>
          <ul>
            {below.map((link, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
              <FooterLink key={index} {...link} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** @param plain whether the target is not a page of the app, so that the link needs a document request */
function FooterLink({ href, label, plain = false }: NavigationLink & { plain?: boolean }) {
  const className = 'link-quiet inline-flex min-h-11 items-center wrap-anywhere';
  return (
    <li>
      {plain ? (
        <a dir="ltr" href={href} className={className}>
          {label}
        </a>
      ) : (
        <SiteLink to={href} className={className}>
          {label}
        </SiteLink>
      )}
    </li>
  );
}

/** Preloads the pages that the links in view lead to, after those that somebody points at; not each choice of a list. */
function usePreloadInView(): void {
  const pages = useContext(PreloadContext);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    if (!pages) return;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        pages.preload(new URL((target as HTMLAnchorElement).href), { isLikely: false });
      }
    });
    for (const link of document.links) {
      if (link.origin === location.origin && link.pathname !== location.pathname && !link.search)
        observer.observe(link);
    }
    return () => observer.disconnect();
  }, [pages, pathname, search]);
}

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
function SiteNotices({ notices }: { notices: readonly Notice[] }) {
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
