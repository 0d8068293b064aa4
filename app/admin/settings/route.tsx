import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { ICON_KINDS, listIconPlaces } from '#core/icons/site-icons.ts';
import { LATEST_ITEMS } from '#core/islands/island-address.ts';
import { HISTORY_DAYS, readHistorySettings } from '#core/items/thin-history.ts';
import { SITE_NAVIGATION } from '#core/site/site-navigation-type.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { readAccountRequest } from '../../account/account-request.ts';
import { adminServices, drawingOf, pageServices } from '../../context/context.ts';
import { showIsland } from '../../embed/show-island.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { CopyField } from '../../ui/kit/forms/copy-field.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { createAdminTranslator, readPageMessages } from '../layout/read-admin-messages.ts';
import { requirePermission } from '../require-permission.ts';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { changeSettingsAction, type SettingsAnswer } from './change-settings-action.ts';
import { EMBED_THEMES, embedSnippet, readEmbedChoice } from './embed-query.ts';
import { placeLabels, placeName } from './icons/icon-place.ts';
import { readWorkingSettings } from './read-working-settings.ts';
import { WorkingSettings } from './working-settings.tsx';

/** The background of a website in each mode of the widget, which has none. */
const GROUNDS = { auto: 'bg-white dark:bg-meki-gray-950', light: 'bg-white', dark: 'bg-meki-gray-950' };

export const loader = readSettings;

export const action = changeSettingsAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The settings of the site: how it works, its icons, its history, and how other websites show it. */
export default function SettingsRoute() {
  const { title, notice, working, words, icons, fullDays, historyDays, embed } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      {notice && <Notice text={notice} className="mt-4" />}
      <WorkingSettings groups={working} words={words} />
      <IconSection groups={icons} />
      <HistorySection fullDays={fullDays} historyDays={historyDays} />
      {/* Last, because the preview in it comes later and has any height. */}
      <EmbedSection embed={embed} />
    </>
  );
}

/** The icons of content types, the navigation and groups of questions, each with a way to choose another. */
function IconSection({ groups }: { groups: readonly IconGroupData[] }) {
  const t = useTranslations('admin.settings.icons');
  return (
    <section aria-labelledby="icons" className="mt-10">
      <h2 id="icons" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <div className="mt-4 grid gap-8 lg:grid-cols-3">
        {groups.map(({ kind, places }) => (
          <div key={kind}>
            <h3 id={kind} className="font-semibold">
              {t(`kinds.${kind}`)}
            </h3>
            <ul aria-labelledby={kind} className="mt-1 divide-y divide-line">
              {places.map(({ href, label, icon }) => (
                <li key={href} className="flex min-h-13 items-center gap-3 py-1">
                  <span className="size-6 shrink-0 text-[1.5rem] text-action">{icon && <Icon icon={icon} />}</span>
                  <span className="min-w-0 grow break-words">{label}</span>
                  <SiteLink
                    to={href}
                    aria-label={t('changeOf', { place: label })}
                    className="link-quiet inline-flex min-h-11 items-center text-action"
                  >
                    {t('change')}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** How long every revision is kept. */
function HistorySection({ fullDays, historyDays }: { fullDays: string; historyDays: string[] }) {
  const t = useTranslations('admin.settings.history');
  const answer = useAnswer<SettingsAnswer>();
  const values = useMemo(() => ({ fullDays: answer?.fullDays ?? fullDays }), [answer, fullDays]);
  const form = useFilledForm(values);
  return (
    <section aria-labelledby="history" className="mt-10">
      <h2 id="history" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form ref={form} method="post" className="mt-4 grid max-w-xl gap-4 sm:grid-cols-2">
        <SelectField
          id="fullDays"
          name="fullDays"
          label={t('keep')}
          hint={t('warning')}
          errors={answer?.fullDays === undefined ? [] : [answer.sentence]}
          defaultValue={values.fullDays}
          none={t('always')}
          choices={historyDays.map((days) => ({ value: days, label: t('days', { days }) }))}
        />
        <div className="sm:col-span-full">
          <SubmitButton>{t('save')}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** The element with which another website shows the newest items, and how that looks. */
function EmbedSection({ embed }: { embed: EmbedData }) {
  const t = useTranslations('admin.settings.embed');
  const { props, theme, snippet, languages, types } = embed;
  const values = useMemo(() => ({ ...props, type: props.type ?? '', theme }), [props, theme]);
  const form = useFilledForm(values);
  return (
    <section aria-labelledby="embed" className="mt-10">
      <h2 id="embed" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form ref={form} method="get" className="mt-4 grid max-w-xl gap-4 sm:grid-cols-2">
        <SelectField
          id="language"
          name="language"
          label={t('language')}
          defaultValue={props.language}
          choices={languages}
        />
        <SelectField
          id="type"
          name="type"
          label={t('type')}
          defaultValue={values.type}
          none={t('allTypes')}
          choices={types}
        />
        <TextField
          id="count"
          name="count"
          type="number"
          label={t('count')}
          required
          min={1}
          max={10}
          defaultValue={props.count}
        />
        <SelectField
          id="theme"
          name="theme"
          label={t('theme')}
          defaultValue={theme}
          choices={EMBED_THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        />
        <div className="sm:col-span-full">
          <SubmitButton>{t('update')}</SubmitButton>
        </div>
      </Form>
      <CopyField
        name="snippet"
        label={t('snippet')}
        value={snippet}
        texts={{ copy: t('copy'), copied: t('copied'), copyByHand: t('copyByHand') }}
      />
      <WidgetPreview key={snippet} embed={embed} />
    </section>
  );
}

/** The widget itself, as the other website shows it. */
function WidgetPreview({ embed: { props, theme } }: { embed: EmbedData }) {
  const t = useTranslations('admin.settings.embed');
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { language, type, count } = props;
  useEffect(() => {
    if (!place.current) return;
    const shown = { language, ...(type !== undefined && { type }), count };
    showIsland(place.current, { origin: '', name: LATEST_ITEMS, props: shown }).catch(() => setFailed(true));
  }, [language, type, count]);
  return (
    <div className="noscript:hidden">
      <h3 className="mt-5 font-semibold">{t('preview')}</h3>
      {failed && <p role="status">{t('previewFailed')}</p>}
      <div
        ref={place}
        data-theme={theme}
        className={`mt-2 max-w-xl rounded-card border border-line p-5 ${GROUNDS[theme]}`}
      />
    </div>
  );
}

/** Loads the settings; 403 without the right to change them. */
async function readSettings(args: LoaderFunctionArgs) {
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

type IconGroupData = Awaited<ReturnType<typeof readSettings>>['icons'][number];

type EmbedData = Awaited<ReturnType<typeof readSettings>>['embed'];
