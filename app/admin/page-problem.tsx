import { useCallback } from 'react';
import { Link, useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorMessageKey } from '../error-screen/error-screen.tsx';
import { useAskAgain } from '../error-screen/use-ask-again.ts';
import { buttonStyle } from '../ui/kit/button-style.ts';
import { SubmitButton } from '../ui/kit/forms/submit-button.tsx';

interface PageProblemProps {
  /** Of the response; none if the page failed otherwise. */
  status?: number | undefined;
  /** Whether the server could not be reached. */
  isUnreached?: boolean;
  /** The dashboard, in the page's language. */
  homeHref: string;
  /** The public page of an item whose drafts are refused. */
  publicHref?: string | undefined;
}

/** Shown inside the frame of the admin area instead of a page that failed, or that is refused or missing. */
export function PageProblem({ status, isUnreached = false, homeHref, publicHref }: PageProblemProps) {
  const t = useTranslations('error');
  const connection = useTranslations('admin.connection');
  const { revalidate, state } = useRevalidator();
  const open = useCallback(() => void revalidate(), [revalidate]);
  const asksAgain = useAskAgain(status, open);
  const isFinal = status === 403 || status === 404;
  const frame = useTranslations('admin.frame');
  const refused = publicHref === undefined ? t(errorMessageKey(status)) : frame('onlyPublic');
  const message = isUnreached ? connection('unreached') : refused;
  return (
    <>
      <title>{`${status ?? t('title')} · ${message}`}</title>
      <meta name="robots" content="noindex" />
      <h1 data-takes-focus tabIndex={-1} className="font-semibold text-h2 tabular-nums focus:outline-none">
        {status ?? t('title')}
      </h1>
      <p className="mt-2 max-w-[65ch] text-ink-soft">{message}</p>
      <p role="status" className="mt-1 max-w-[65ch] text-ink-soft empty:hidden">
        {asksAgain && t('asksAgain')}
      </p>
      {isFinal ? (
        <WaysOut homeHref={homeHref} publicHref={publicHref} />
      ) : (
        <form
          className="mt-5"
          onSubmit={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <SubmitButton pending={state !== 'idle'}>{connection('again')}</SubmitButton>
        </form>
      )}
    </>
  );
}

function WaysOut({ homeHref, publicHref }: Pick<PageProblemProps, 'homeHref' | 'publicHref'>) {
  const t = useTranslations('admin.frame');
  const error = useTranslations('error');
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {publicHref !== undefined && (
        <a href={publicHref} className={buttonStyle('action')}>
          {t('readPublic')}
        </a>
      )}
      <Link to={homeHref} className={buttonStyle(publicHref === undefined ? 'action' : 'plain')}>
        {t('toDashboard')}
      </Link>
      <button type="button" onClick={() => window.history.back()} className={`noscript:hidden ${buttonStyle('plain')}`}>
        {error('back')}
      </button>
    </div>
  );
}
