import { useActionData, useLoaderData, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { answerHeaders } from '../../account/answer-headers.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { accountAction } from './account-action.ts';
import { ACCOUNT_NOTICES, type AccountSection } from './account-intents.ts';
import { DeleteForm } from './delete-form.tsx';
import { EmailCodeForm, EmailForm } from './email-forms.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { readAccount } from './read-account.ts';
import { Section } from './section.tsx';
import { SessionList } from './session-list.tsx';

export const loader = readAccount;

export const action = accountAction;

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

export default function AccountRoute() {
  const account = useLoaderData<typeof loader>();
  const t = useTranslations('account.account');
  const { key } = useLocation();
  const notice = useActionData() ? undefined : account.notice;
  const isDone = (id: AccountSection) => notice !== undefined && ACCOUNT_NOTICES[notice] === id;
  const section = (id: AccountSection) => ({
    id,
    title: t(`${id}.title`),
    lead: t(`${id}.lead`),
    notice: notice && isDone(id) ? t(`notices.${notice}`, { minutes: account.codeMinutes }) : undefined,
  });
  /** Accepted forms are reset; the others keep what was typed. */
  const round = (id: AccountSection) => (isDone(id) ? key : id);
  return (
    <>
      <h1 className="mb-8 font-semibold text-h2">{account.title}</h1>
      <Section {...section('profile')}>
        <ProfileForm key={round('profile')} account={account} />
      </Section>
      <Section {...section('email')}>
        <EmailForm key={round('email')} account={account} />
        <EmailCodeForm key={`code ${round('email')}`} account={account} />
      </Section>
      <Section {...section('password')}>
        <PasswordForm key={round('password')} account={account} />
      </Section>
      <Section {...section('sessions')}>
        <SessionList account={account} />
      </Section>
      <Section {...section('export')}>
        <a href={account.exportHref} download className={`justify-self-start ${buttonStyle('plain')}`}>
          {t('export.submit')}
        </a>
      </Section>
      <Section {...section('delete')}>
        <DeleteForm account={account} />
      </Section>
    </>
  );
}
