import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { itemCards } from '#core/content/collections.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { beginSiteItem } from '#core/items/create-item.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { isSiteTypeKey } from '#core/site/site-types.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { requireForm } from '../../account/receive-form.ts';
import { dependenciesOf, drawingOf, pageServices } from '../../context/context.ts';
import { languageLabel } from '../../i18n/language-name.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { readStateMessages } from '../items/actions/read-items-messages.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { requirePermission } from '../require-permission.ts';

/** Loads what can be said about the site, with the state of each language; 403 without the right to change it. */
export async function readSite(args: LoaderFunctionArgs) {
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
export interface SiteAnswer {
  sentence: string;
}

const FORM = formShape({ type: textField(60) });

/** Begins what was not opened before, and redirects to its editor; 403 without the right to change it. */
export async function siteAction(args: ActionFunctionArgs) {
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
