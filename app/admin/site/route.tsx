import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { itemCards } from '#core/content/collections.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { beginSiteItem } from '#core/items/create-item.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { isSiteTypeKey } from '#core/site/site-types.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import { requireForm } from '../../account/receive-form.ts';
import { dependenciesOf, drawingOf, pageServices } from '../../context/context.ts';
import { languageLabel } from '../../i18n/language-name.ts';
import { AddedMessages } from '../../i18n/message-provider.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { readStateMessages } from '../items/actions/read-items-messages.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { requirePermission } from '../require-permission.ts';
import { StateMark } from '../state-mark.tsx';

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
    <AddedMessages messages={messages}>
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
    </AddedMessages>
  );
}

/** Loads what can be said about the site, with the state of each language; 403 without the right to change it. */
async function readSite(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'site-texts.edit');
  const { config, icon } = args.context.get(pageServices);
  const { locale, pathTo, store } = request;
  const types = config.contentTypes.filter(({ appearsAs }) => appearsAs === 'site');
  const cards = await getDocuments(
    store,
    types.map(({ key }) => itemCards.at(key)),
  );
  const { language } = localeDefinition(config, locale);
  return {
    messages: readStateMessages(locale),
    pageMessages: readPageMessages(locale, 'site'),
    title: createAdminTranslator(locale)('pages.site'),
    parts: types.map(({ key, labels, descriptions, icon: name }, index) => {
      const card = cards[index]?.data;
      const drawing = icon(name);
      return {
        key,
        label: labels.singular[locale] ?? key,
        description: descriptions?.[locale] ?? '',
        ...(drawing && { icon: drawingOf(drawing) }),
        ...(card && {
          href: pathTo(`/admin/items/${key}/${key}`),
          edited: formatMoment(locale, card.editedAt),
          states: config.locales.map(({ code, language: tag }) => ({
            code,
            name: languageLabel(language, tag),
            state: card.states[code] ?? ('missing' as const),
          })),
        }),
      };
    }),
  };
}

/** The page after something could not be begun. */
interface SiteAnswer {
  sentence: string;
}

const FORM = formShape({ type: textField(60) });

/** Begins what was not opened before, and redirects to its editor; 403 without the right to change it. */
async function siteAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'site-texts.edit');
  const { config } = args.context.get(pageServices);
  const key = String((await requireForm(request, FORM)).get('type') ?? '');
  if (!isSiteTypeKey(key) || !config.contentTypes.some((type) => type.key === key)) {
    throw data(null, { status: 400, statusText: 'Bad Request' });
  }
  return orUnavailable(
    args,
    request.locale,
    async () => {
      const outcome = await beginSiteItem(dependenciesOf({ ...request, config }), actor, key);
      // Another person may have opened it first.
      if (!outcome.ok && outcome.reason !== 'taken') throw new Error(`"${key}" was refused: ${outcome.reason}`);
      throw redirect(request.pathTo(`/admin/items/${key}/${key}`), 303);
    },
    (sentence) => data<SiteAnswer>({ sentence }, { status: 503 }),
  );
}
