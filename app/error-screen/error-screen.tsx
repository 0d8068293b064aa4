import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { useFocusOnNavigation } from '../navigation/use-focus-on-navigation.ts';
import drawing from './drawing.svg';
import { useAskAgain } from './use-ask-again.ts';

/** Message keys by status; other statuses share one message. */
const MESSAGES = new Map<number, 'forbidden' | 'notFound' | 'unavailable'>([
  [403, 'forbidden'],
  [404, 'notFound'],
  [503, 'unavailable'],
]);

interface ErrorScreenProps {
  error: unknown;
  /** The frame of the site, and the field of its search, where they are known. */
  frame?: { around(content: ReactNode): ReactNode; search: ReactNode } | undefined;
}

/** The status with which the server answers an error that is not a response. A browser's own failure has none. */
const UNEXPECTED = 500;

/**
 * The error screen: the whole page, or within the site's frame with a search field, where that is known and the page does not exist.
 * Reveals only the status of the error. Where the home page is not published yet, it says so, and has no link to that page itself.
 */
export function ErrorScreen({ error, frame }: ErrorScreenProps) {
  const t = useTranslations('error');
  const ofListings = useTranslations('common.listing');
  const { locale, path } = splitLocale(localeSet, useLocation().pathname);
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main, 'error');
  const [isAnswer] = useState(useIsServerMarkup());
  const status = isRouteErrorResponse(error) ? error.status : isAnswer ? UNEXPECTED : undefined;
  const asksAgain = useAskAgain(status, reload);
  const lacksHome = status === 404 && path === '/';
  const framed = status === 404 && !lacksHome ? frame : undefined;
  const message = lacksHome ? ofListings('empty') : t(errorMessageKey(status));
  const content = (
    <>
      <title>{`${status ?? t('title')} · ${message}`}</title>
      <meta name="robots" content="noindex" />
      <img
        src={drawing}
        alt={t('illustration')}
        width={640}
        height={480}
        className="h-auto w-full max-w-md lg:max-w-xl"
      />
      <div className="max-w-md text-center lg:text-start">
        <h1 className="font-semibold text-meki-teal-200 tracking-tight">
          {status ? (
            <span className="text-[clamp(4rem,12vw,7.5rem)] leading-none tabular-nums">{status}</span>
          ) : (
            <span className="text-h1">{t('title')}</span>
          )}
        </h1>
        <p className="mt-5 text-ink-soft text-lead">{message}</p>
        <p role="status" className="mt-3 text-ink-soft empty:hidden">
          {asksAgain && t('asksAgain')}
        </p>
        {framed?.search}
        <div className="mt-9 flex flex-wrap justify-center gap-3 lg:justify-start">
          {!(lacksHome && locale === localeSet.defaultLocale) && (
            <a
              href="/"
              className="inline-flex min-h-12 items-center rounded-control bg-action px-6 font-semibold text-on-action hover:bg-action-strong"
            >
              {t('home')}
            </a>
          )}
          <button
            type="button"
            onClick={() => window.history.back()}
            className="inline-flex min-h-12 items-center rounded-control border border-line-strong px-6 font-semibold hover:bg-tint noscript:hidden"
          >
            {t('back')}
          </button>
        </div>
      </div>
    </>
  );
  const style = 'flex flex-col items-center justify-center gap-10 bg-sunken px-6 py-12 text-ink lg:flex-row lg:gap-20';
  if (framed) return framed.around(<div className={`min-h-[calc(100dvh-4rem)] ${style}`}>{content}</div>);
  return (
    <main ref={main} data-theme="dark" className={`min-h-dvh ${style}`}>
      {content}
    </main>
  );
}

function reload(): void {
  window.location.reload();
}

/** The key in `error` of the sentence about a response's status, or about an error without one. */
export function errorMessageKey(status: number | undefined) {
  return MESSAGES.get(status ?? 500) ?? 'general';
}

/** Whether what is rendered is the server's markup: on the server, and while a browser takes it over. */
function useIsServerMarkup(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
