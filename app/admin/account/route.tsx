import type { ReactNode } from 'react';
import { useLoaderData, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { answerHeaders } from '../../account/answer-form.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { Notice } from '../../ui/kit/notice.tsx';
import { accountAction } from './account-action.ts';
import { DeleteForm, EmailCodeForm, EmailForm, PasswordForm, ProfileForm, SessionList } from './account-forms.tsx';
import { ACCOUNT_NOTICES, type AccountSection } from './account-intents.ts';
import { readAccount } from './read-account.ts';

interface SectionProps {
  id: AccountSection;
  title: string;
  lead?: string;
  /** The notice about the last action. */
  notice?: string | undefined;
  children: ReactNode;
}

export const loader = readAccount;

export const action = accountAction;

export const clientAction = sendClientAction;

export const headers = answerHeaders;

export const meta = accountMeta;

export default function AccountRoute() {
  const account = useLoaderData<typeof loader>();
  const t = useTranslations('account.account');
  const { key } = useLocation();
  const notice = useAnswer<unknown>() ? undefined : account.notice;
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

/** A section of the page with a heading. */
function Section({ id, title, lead, notice, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line border-t py-8 lg:grid lg:grid-cols-[minmax(0,18rem)_minmax(0,32rem)] lg:gap-12"
    >
      <div>
        <h2 id={`${id}-title`} className="font-semibold text-h3">
          {title}
        </h2>
        {lead && <p className="mt-1 text-fine text-ink-soft">{lead}</p>}
      </div>
      <div className="grid content-start gap-5 max-lg:mt-5">
        {notice && <Notice text={notice} />}
        {children}
      </div>
    </section>
  );
}
