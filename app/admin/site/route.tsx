import { Form, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { ItemsMessageProvider } from '../items/actions/items-messages.tsx';
import { StateMark } from '../state-mark.tsx';
import { readSite, type SiteAnswer, siteAction } from './read-site.ts';

export const loader = readSite;

export const action = siteAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

const LINK = 'link-quiet inline-flex min-h-11 items-center font-semibold text-action text-h3';

/** What the site says about itself, part by part. */
export default function SiteRoute() {
  const { messages, title, parts } = useLoaderData<typeof loader>();
  const answer = useAnswer<SiteAnswer>();
  const t = useTranslations('admin.site');
  return (
    <ItemsMessageProvider messages={messages}>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      {answer && <Notice text={answer.sentence} className="mt-4" />}
      <ul className="mt-6 grid gap-4 lg:grid-cols-2">
        {parts.map(({ key, label, description, icon, href, states = [], edited }) => (
          <li key={key} className="flex gap-4 rounded-card border border-line bg-raised p-5">
            <span className="mt-2 shrink-0 text-[1.5rem] text-action">{icon && <Icon icon={icon} />}</span>
            <div className="min-w-0">
              <h2>
                {href === undefined ? (
                  <Form method="post">
                    <button type="submit" name="type" value={key} className={LINK}>
                      {label}
                    </button>
                  </Form>
                ) : (
                  <SiteLink to={href} className={LINK}>
                    {label}
                  </SiteLink>
                )}
              </h2>
              <p className="max-w-[65ch] text-ink-soft">{description}</p>
              {href === undefined ? (
                <p className="mt-2 text-fine text-ink-soft">{t('asInFile')}</p>
              ) : (
                <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-fine">
                  {states.map(({ code, name, state }) => (
                    <li key={code} className="flex flex-wrap items-center gap-x-2">
                      <span>{name}</span>
                      <StateMark state={state} />
                    </li>
                  ))}
                  <li className="text-ink-soft">{t('edited', { when: edited ?? '' })}</li>
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </ItemsMessageProvider>
  );
}
