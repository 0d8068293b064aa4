import type { LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../account/account-request.ts';
import { pageServices } from '../../context/context.ts';
import { readPageMessages } from '../../layouts/read-admin-messages.ts';
import { createAdminTranslator } from '../admin-translator.ts';
import { requirePermission } from '../require-permission.ts';
import { embedSnippet, readEmbedChoice } from './embed-query.ts';

/** Loads the settings; 403 without the right to change them. */
export async function readSettings(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'settings.manage');
  const { config, origin } = args.context.get(pageServices);
  const { locale, url } = request;
  const choice = readEmbedChoice(url.searchParams, config, locale);
  return {
    pageMessages: readPageMessages(locale, 'settings'),
    title: createAdminTranslator(locale)('pages.settings'),
    embed: {
      ...choice,
      snippet: embedSnippet(origin, choice),
      languages: config.locales.map(({ code, name }) => ({ value: code, label: name })),
      types: config.contentTypes
        .filter(({ appearsAs }) => appearsAs === 'collection')
        .map(({ key, labels }) => ({ value: key, label: labels.plural[locale] ?? key })),
    },
  };
}

export type EmbedData = Awaited<ReturnType<typeof readSettings>>['embed'];
