import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { ConfirmSubmit } from '../../../ui/kit/confirm-submit.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';

/**
 * Deletes the message after a confirmation: in a dialog, or without script in the reloaded page.
 * @param asks whether the page asks, without script
 */
export function DeleteForm({ path, asks }: { path: string; asks: boolean }) {
  const t = useTranslations('admin.inbox.message');
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return (
    <Form method="post" action={path} className={asks ? 'grid basis-full gap-3' : ''}>
      <input type="hidden" name="intent" value="delete" />
      {(asks || hasScript) && <input type="hidden" name="confirmed" value="yes" />}
      {asks ? (
        <>
          <FormError errors={[t('deleteQuestion'), t('deleteWarning')]} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton tone="danger">{t('deleteConfirm')}</SubmitButton>
            <SiteLink to={path} className={buttonStyle('plain')}>
              {t('cancel')}
            </SiteLink>
          </div>
        </>
      ) : (
        <ConfirmSubmit title={t('deleteQuestion')} description={t('deleteWarning')} confirmLabel={t('deleteConfirm')}>
          {t('delete')}
        </ConfirmSubmit>
      )}
    </Form>
  );
}
