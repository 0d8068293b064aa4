import { Form, useLoaderData, useSubmit } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { ISSUE_KINDS, type IssueKind, isAboutReview } from '#core/content/card-issues.ts';
import missingIcon from '~icons/lucide/circle-dashed';
import unshownIcon from '~icons/lucide/eye-off';
import staleIcon from '~icons/lucide/history';
import foreignIcon from '~icons/lucide/languages';
import brokenIcon from '~icons/lucide/link-2-off';
import reviewIcon from '~icons/lucide/message-circle-question-mark';
import sentBackIcon from '~icons/lucide/message-circle-reply';
import waitingIcon from '~icons/lucide/pencil';
import failedIcon from '~icons/lucide/triangle-alert';
import { accountMeta } from '../../account/account-page.tsx';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { AddedMessages } from '../../i18n/message-provider.tsx';
import { reportUnsent } from '../../navigation/send-client-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { type HealthData, readHealth } from './read-health.ts';

export const loader = readHealth;

export const meta = accountMeta;

/** Pending work in all items. */
export default function HealthRoute() {
  const board = useLoaderData<typeof loader>();
  return (
    <AddedMessages messages={board.messages}>
      <HealthBoard board={board} />
    </AddedMessages>
  );
}

const ICONS: { [kind in IssueKind]: typeof failedIcon } = {
  'schedule-failed': failedIcon,
  'review-asked': reviewIcon,
  'sent-back': sentBackIcon,
  'not-shown': unshownIcon,
  'broken-links': brokenIcon,
  stale: staleIcon,
  'foreign-links': foreignIcon,
  missing: missingIcon,
  'language-missing': missingIcon,
  'unpublished-edits': waitingIcon,
  unpublished: waitingIcon,
};

/** Urgency above which issues are visible to visitors, apart from reviews. */
const SEEN = 45_000;

function isDanger(kind: IssueKind, urgency: number): boolean {
  return urgency >= SEEN && !isAboutReview(kind);
}

/** Pending work on the site: counts by kind, and the items, most urgent first. */
function HealthBoard({ board }: { board: HealthData }) {
  const t = useTranslations('items.health');
  const tLive = useTranslations('admin.connection');
  const calm = useCalmReload(useLiveEvent('items')?.revision, board);
  const { title, total, rows } = board;
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <IssueCounts board={board} />
      <HealthForm board={board} />
      <section aria-labelledby="next" className="relative mt-6" {...calm.handlers}>
        {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
        <h2 id="next" className="font-semibold text-h3">
          {t('next')}
        </h2>
        <p role="status" className="text-fine text-ink-soft">
          {t('items', { count: total })}
        </p>
        {rows.length === 0 ? (
          <p className="mt-3 rounded-card border border-line p-8 text-ink-soft">
            {board.clearHref ? t('emptyFiltered') : t('empty')}
          </p>
        ) : (
          <ol className="mt-2 divide-y divide-line rounded-card border border-line bg-raised">
            {rows.map((row) => (
              <HealthItem key={row.id} row={row} />
            ))}
          </ol>
        )}
        <PageLinks
          label={t('pages')}
          first={board.firstHref && { href: board.firstHref, label: t('first') }}
          next={board.nextHref && { href: board.nextHref, label: t('more') }}
        />
      </section>
    </>
  );
}

/** How many issues of each kind there are, as links to their items. */
function IssueCounts({ board: { counts, files, query } }: { board: HealthData }) {
  const t = useTranslations('items.health');
  const format = useFormatter();
  // What is done needs no number; the chosen kind has one, to be let go of.
  const shown = counts.filter(({ kind, count }) => count > 0 || kind === query.kind);
  return (
    <section data-wide aria-labelledby="counts" className={shown.length + files.length > 0 ? 'mt-6' : 'sr-only'}>
      <h2 id="counts" className="sr-only">
        {t('counts')}
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        {shown.map(({ kind, count, href }) => (
          <li key={kind}>
            <SiteLink
              to={href}
              {...(query.kind === kind && { 'aria-current': 'true' as const })}
              className="flex h-full min-h-11 flex-col rounded-card border border-line bg-raised p-3 hover:bg-tint aria-[current=true]:border-action"
            >
              <span className={`font-semibold text-h3 tabular-nums ${count === 0 ? 'text-ink-soft' : ''}`}>
                {format.number(count)}
              </span>
              <span className="text-fine text-ink-soft">{t(`kinds.${kind}`)}</span>
            </SiteLink>
          </li>
        ))}
        {files.map(({ id, kind, language, count, href }) => (
          <li key={id}>
            <SiteLink
              to={href}
              className="flex h-full min-h-11 flex-col rounded-card border border-line bg-raised p-3 hover:bg-tint"
            >
              <span className="font-semibold text-h3 tabular-nums">{format.number(count)}</span>
              <span className="text-fine text-ink-soft">{t(`files.${kind}`, { language })}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An item with its issues in each language. */
function HealthItem({ row }: { row: HealthData['rows'][number] }) {
  return (
    <li className="grid gap-x-6 gap-y-2 p-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere" lang={row.titleLanguage}>
          <SiteLink to={row.href} className="link-quiet inline-block min-h-6 max-w-full">
            {row.title}
          </SiteLink>
        </h3>
        <p className="text-fine text-ink-soft">{row.type}</p>
      </div>
      <div className="grid gap-3">
        {row.languages.map(({ code, name, issues }) => (
          <div key={code} className="grid gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <p className="py-1 font-medium text-fine first-letter:uppercase">{name}</p>
            <ul className="grid">
              {issues.map(({ kind, text, label, href, urgency }) => (
                <li key={kind}>
                  <SiteLink
                    to={href}
                    aria-label={label}
                    className={`link-quiet inline-flex min-h-8 items-start gap-2 py-1 text-fine ${isDanger(kind, urgency) ? 'text-danger' : ''}`}
                  >
                    <Icon icon={ICONS[kind]} className="mt-[0.2em]" />
                    {text}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </li>
  );
}

/** The filters of the board; with script, applied on change. */
function HealthForm({ board }: { board: HealthData }) {
  const t = useTranslations('items.health');
  const submit = useSubmit();
  const { query, languages, types, path, clearHref } = board;
  const form = useFilledForm(query, send);
  function send() {
    if (!navigator.onLine) reportUnsent();
    else if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
  }
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      className="mt-5 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1.3fr)_auto]"
    >
      <SelectField
        id="language"
        name="language"
        label={t('language')}
        defaultValue={query.language}
        onChange={() => send()}
        none={t('anyLanguage')}
        choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SelectField
        id="type"
        name="type"
        label={t('type')}
        defaultValue={query.type}
        onChange={() => send()}
        none={t('anyType')}
        choices={types.map(({ key, label }) => ({ value: key, label }))}
      />
      <SelectField
        id="kind"
        name="kind"
        label={t('kind')}
        defaultValue={query.kind}
        onChange={() => send()}
        none={t('anyKind')}
        choices={ISSUE_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton tone="plain" pending={false}>
          {t('apply')}
        </SubmitButton>
        {clearHref && (
          <SiteLink to={clearHref} className={buttonStyle('quiet')}>
            {t('clear')}
          </SiteLink>
        )}
      </div>
    </Form>
  );
}
