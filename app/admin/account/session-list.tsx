import { Form, useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import type { AccountData, SessionRow } from './read-account.ts';
import { useRefusal } from './use-section-form.ts';

/** The person's sessions. Each other session can be ended, or all of them at once. */
export function SessionList({ account }: { account: AccountData }) {
  const t = useTranslations('account.account.sessions');
  const answer = useRefusal('revoke', 'revoke-others');
  const { action, sessions } = account;
  return (
    <>
      <FormError errors={Object.values(answer?.result.error ?? {}).flatMap((errors) => errors ?? [])} answer={answer} />
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} action={action} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action={action}>
          <SubmitButton tone="plain" name="intent" value="revoke-others">
            {t('endOthers')}
          </SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-soft">{t('onlyThis')}</p>
      )}
    </>
  );
}

function SessionItem({ session, action }: { session: SessionRow; action: string }) {
  const t = useTranslations('account.account.sessions');
  const { formData } = useNavigation();
  const { id, device, place, lastUsed, since, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {device}
          {isCurrent && (
            <span className="ms-2 inline-block rounded-full bg-tint px-2.5 text-action text-fine">{t('current')}</span>
          )}
        </p>
        <p className="text-fine text-ink-soft">
          {[place, t('lastUsed', { time: lastUsed }), t('since', { time: since })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!isCurrent && (
        <Form method="post" action={action}>
          <input type="hidden" name="session" value={id} />
          <SubmitButton tone="plain" name="intent" value="revoke" pending={formData?.get('session') === id}>
            {t('end')}
            <span className="sr-only">{`: ${device}`}</span>
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}
