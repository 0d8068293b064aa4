import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../ui/kit/forms/submit-button.tsx';

/** Shown instead of a page of the admin area that failed, inside the frame with the navigation. */
export function PageProblem({ error }: { error: unknown }) {
  const t = useTranslations('error');
  const connection = useTranslations('admin.connection');
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503;
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <title>{t('title')}</title>
      <h1 data-takes-focus tabIndex={-1} className="font-semibold text-h2 focus:outline-none">
        {t('title')}
      </h1>
      <p className="mt-2 max-w-[65ch] text-ink-soft">
        {error instanceof TypeError ? connection('unreached') : t(isUnavailable ? 'unavailable' : 'general')}
      </p>
      <form
        className="mt-5"
        onSubmit={(event) => {
          event.preventDefault();
          void revalidate();
        }}
      >
        <SubmitButton pending={state !== 'idle'}>{connection('again')}</SubmitButton>
      </form>
    </>
  );
}
