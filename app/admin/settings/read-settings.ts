import type { LoaderFunctionArgs } from 'react-router';
import { ICON_KINDS, listIconPlaces } from '#core/icons/site-icons.ts';
import { HISTORY_DAYS, readHistorySettings } from '#core/items/history-settings.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { adminServices, drawingOf, pageServices } from '../../context/context.ts';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { embedSnippet, readEmbedChoice } from './embed-query.ts';
import { placeLabels, placeName } from './icons/icon-place.ts';
import { readWorkingSettings } from './read-working-settings.ts';

/** Loads the settings; 403 without the right to change them. */
export async function readSettings(args: LoaderFunctionArgs) {
  const request = readAccountRequest(args);
  await requirePermission(request, 'settings.manage');
  const services = args.context.get(pageServices);
  const { config, origin, content } = services;
  const { locale, url, pathTo, store } = request;
  const t = createAdminTranslator(locale);
  const [working, { header: ownMenu }, chosen, labelOf, history] = await Promise.all([
    readWorkingSettings(services, args.context.get(adminServices), locale),
    content.siteValues(locale, SITE_NAVIGATION),
    content.icons(),
    placeLabels(services, locale),
    readHistorySettings(store),
  ]);
  const places = listIconPlaces(config);
  const choice = readEmbedChoice(url.searchParams, config, locale);
  return {
    pageMessages: readPageMessages(locale, 'settings'),
    title: t('pages.settings'),
    notice: noticeIn(url.searchParams, t),
    working,
    words: (url.searchParams.get('q') ?? '').slice(0, 200),
    fullDays: String(history.fullDays ?? ''),
    historyDays: HISTORY_DAYS.map(String),
    // A menu that the owner made has no icons.
    icons: ICON_KINDS.filter((kind) => kind !== 'navigation' || ownMenu === undefined).map((kind) => ({
      kind,
      places: places
        .filter((place) => place.kind === kind)
        .map((place) => {
          const icon = chosen[kind][place.key] ?? (place.icon === undefined ? undefined : services.icon(place.icon));
          const query = new URLSearchParams({ for: placeName(place), q: '' });
          return {
            label: labelOf(place),
            href: `${pathTo('/admin/settings/icons')}?${query}`,
            ...(icon && { icon: drawingOf(icon) }),
          };
        }),
    })),
    embed: {
      ...choice,
      snippet: embedSnippet(origin, choice),
      languages: config.locales.map(({ code, name }) => ({ value: code, label: name })),
      types: typesToRead(config).map(({ key, labels }) => ({ value: key, label: labels.plural[locale] ?? key })),
    },
  };
}

const NOTICES = {
  working: 'settings.working.notice',
  icon: 'settings.icons.notice',
  history: 'settings.history.notice',
} as const;

function noticeIn(query: URLSearchParams, t: ReturnType<typeof createAdminTranslator>): string | undefined {
  const name = query.get('notice');
  return name === 'working' || name === 'icon' || name === 'history' ? t(NOTICES[name]) : undefined;
}

export type IconGroupData = Awaited<ReturnType<typeof readSettings>>['icons'][number];

export type EmbedData = Awaited<ReturnType<typeof readSettings>>['embed'];
