import { type FormEvent, useMemo, useState } from 'react';
import { Form, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import linkIcon from '~icons/lucide/link';
import undoIcon from '~icons/lucide/undo-2';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { ProgressBox } from '../progress-box.tsx';
import { SearchField } from '../search-field.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { LeftForm, searchText } from './left-form.tsx';
import { type ReplaceData, readReplace } from './read-replace.ts';
import { type ReplaceAnswer, replaceAction } from './replace-action.ts';
import { type ReplaceDone, type ReplaceResult, useReplaceRun } from './use-replace-run.ts';

export const loader = readReplace;

export const action = replaceAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** Words are found in all items, and replaced where they are chosen. */
export default function ReplaceRoute() {
  return <ReplacePage page={useLoaderData<typeof loader>()} answer={useAnswer<ReplaceAnswer>()} />;
}

interface ReplacePageProps {
  page: ReplaceData;
  answer: ReplaceAnswer | undefined;
}

/** Finds words in all items, shows each place, and replaces those that are chosen. */
function ReplacePage({ page, answer }: ReplacePageProps) {
  const t = useTranslations('admin.replace');
  const run = useReplaceRun(page.runPath);
  const result = run.result ?? (answer?.kind === 'done' ? answer : undefined);
  return (
    <>
      <h1 className="font-semibold text-h2">{page.title}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <SearchForm page={page} />
      <Progress run={run} />
      {result && !run.progress && <Result key={result.intent + result.places} result={result} page={page} run={run} />}
      {page.isAsked && <Places key={JSON.stringify(page.query)} page={page} run={run} answer={answer} />}
    </>
  );
}

type Run = ReturnType<typeof useReplaceRun>;

function SearchForm({ page }: { page: ReplaceData }) {
  const t = useTranslations('admin.replace');
  const { query, path, languages, types } = page;
  const form = useFilledForm(query);
  return (
    <Form ref={form} method="get" action={path} role="search" className="mt-5 grid max-w-4xl gap-3">
      <SearchField
        name="words"
        label={t('words')}
        hint={t('wordsHint')}
        required
        defaultValue={query.words}
        submit={t('find')}
      />
      <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto]">
        <SelectField
          id="language"
          name="language"
          label={t('language')}
          defaultValue={query.language}
          none={t('anyLanguage')}
          choices={languages}
        />
        <SelectField
          id="type"
          name="type"
          label={t('type')}
          defaultValue={query.type}
          none={t('anyType')}
          choices={types}
        />
        <Checkbox id="whole" name="whole" value="yes" label={t('whole')} defaultChecked={query.whole} />
        <Checkbox id="exact" name="exact" value="yes" label={t('exact')} defaultChecked={query.exact} />
      </div>
    </Form>
  );
}

/** The places, each with a box that chooses it, and what they become. */
function Places({ page, run, answer }: { page: ReplaceData; run: Run; answer: ReplaceAnswer | undefined }) {
  const t = useTranslations('admin.replace');
  const { items, query, refused, path } = page;
  const values = useMemo(
    () => items.flatMap(({ parts }) => parts.flatMap(({ places }) => places.map(({ value }) => value))),
    [items],
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = values.filter((value) => !left.has(value));
  const choose = (some: readonly string[], isChosen: boolean) =>
    setLeft((before) => new Set([...before].filter((value) => !some.includes(value)).concat(isChosen ? [] : some)));
  const problem = answer?.kind === 'problem' ? answer : undefined;
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (chosen.length > 0) void run.replace(new FormData(event.currentTarget), chosen);
  }
  return (
    <section aria-labelledby="found" className="mt-8">
      <h2 id="found" className="font-semibold text-h3">
        {t('found', { places: values.length, items: items.length })}
      </h2>
      <p role="status" className="sr-only">
        {t('found', { places: values.length, items: items.length })}
      </p>
      {refused > 0 && <p className="mt-1 text-fine text-ink-soft">{t('notYours', { count: refused })}</p>}
      {values.length === 0 && (
        <p className="mt-3 rounded-card border border-line p-8 text-ink-soft">
          {page.nextHref ? t('noneYet') : t('none')}
        </p>
      )}
      {values.length > 0 && (
        <Form method="post" action={`${path}?${searchText(query)}`} onSubmit={send} className="mt-3">
          <input type="hidden" name="words" value={query.words} />
          {query.whole && <input type="hidden" name="whole" value="yes" />}
          {query.exact && <input type="hidden" name="exact" value="yes" />}
          <div className="rounded-card border border-line bg-raised p-4">
            <div className="flex flex-wrap items-end gap-2">
              <div className="min-w-0 grow basis-60">
                <TextField
                  id="replacement"
                  name="replacement"
                  label={t('replacement')}
                  hint={t('replacementHint')}
                  errors={problem && [problem.sentence]}
                  maxLength={200}
                  autoComplete="off"
                  defaultValue={problem?.replacement}
                />
              </div>
              <SubmitButton pending={run.progress !== undefined}>{t('replace', { count: chosen.length })}</SubmitButton>
            </div>
            <Checkbox
              id="minor"
              name="minor"
              value="yes"
              label={t('minor')}
              hint={t('minorHint')}
              // In all languages, the translations change with their source; in one of them, they may have to follow it.
              defaultChecked={query.language === ''}
            />
          </div>
          <label className="mt-3 flex min-h-11 w-fit cursor-pointer items-center gap-3 ps-4 noscript:hidden">
            <input
              type="checkbox"
              checked={chosen.length === values.length}
              onChange={({ currentTarget }) => choose(values, currentTarget.checked)}
              className="choice-mark"
            />
            {t('all')}
          </label>
          <ul className="mt-1 grid gap-3">
            {items.map((item) => (
              <li key={item.id} className="rounded-card border border-line bg-raised">
                <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2">
                  <h3 className="min-w-0 font-semibold wrap-anywhere">{item.title}</h3>
                  <span className="text-fine text-ink-soft">{item.type}</span>
                </div>
                {item.parts.map((part) => (
                  <Part key={part.part} part={part} left={left} onChoose={choose} />
                ))}
              </li>
            ))}
          </ul>
        </Form>
      )}
      <PageLinks label={t('pages')} next={page.nextHref && { href: page.nextHref, label: t('more') }} />
    </section>
  );
}

interface PartProps {
  part: ReplaceData['items'][number]['parts'][number];
  left: ReadonlySet<string>;
  onChoose: (places: readonly string[], isChosen: boolean) => void;
}

/** The places in one language of an item. */
function Part({ part, left, onChoose }: PartProps) {
  const t = useTranslations('admin.replace');
  return (
    <div className="grid gap-x-4 px-4 py-2 not-first:border-line sm:grid-cols-[7rem_minmax(0,1fr)]">
      <p className="py-2.5 font-medium text-fine first-letter:uppercase">{part.label}</p>
      <ul className="min-w-0">
        {part.places.map((place) => (
          <li key={place.value} className="flex items-start gap-2">
            <label className="flex min-h-11 min-w-0 grow cursor-pointer items-start gap-3 py-2">
              <input
                type="checkbox"
                name="place"
                value={place.value}
                checked={!left.has(place.value)}
                onChange={({ currentTarget }) => onChoose([place.value], currentTarget.checked)}
                className="choice-mark mt-0.5"
              />
              <span className="min-w-0">
                <span className="block text-fine text-ink-soft">
                  {place.isAddress && <Icon icon={linkIcon} className="me-1 inline" />}
                  {place.isAddress ? t('address', { field: place.field }) : place.field}
                </span>
                <span lang={part.lang} dir="auto" className="block wrap-anywhere">
                  …{place.before}
                  <mark className="rounded-sm bg-tint px-0.5 font-semibold text-action forced-colors:bg-[Mark] forced-colors:text-[MarkText]">
                    {place.match}
                  </mark>
                  {place.after}…
                </span>
              </span>
            </label>
            <SiteLink
              to={place.href}
              aria-label={t('openPlace', { field: place.field, words: `${place.before}${place.match}${place.after}` })}
              className="link-quiet inline-flex min-h-11 shrink-0 items-center px-2 text-action text-fine"
            >
              {t('open')}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Progress({ run: { progress, stop } }: { run: Run }) {
  const t = useTranslations('admin.replace');
  const text = progress ? t(`progress.${progress.intent}`, progress) : '';
  return (
    <div className="mt-5">
      <ProgressBox text={text} progress={progress} stopLabel={t('stop')} onStop={stop} />
    </div>
  );
}

/** What was done, what was left and why, what is still to be published, and a way back. */
function Result({ result, page, run }: { result: ReplaceResult | ReplaceDone; page: ReplaceData; run: Run }) {
  const t = useTranslations('admin.replace');
  const takesFocus = useTakesFocus<HTMLElement>(result);
  const { intent, items, places, skipped, refused, tooLong, unpublished, undo } = result;
  const { end, sentence } = 'end' in result ? result : {};
  return (
    <section
      {...takesFocus}
      aria-labelledby="result"
      data-takes-focus
      className="mt-5 rounded-card border border-line-strong bg-raised p-4 focus:outline-none"
    >
      <h2 id="result" className="font-semibold">
        {t(`done.${intent}`, { places, items })}
      </h2>
      <ul className="mt-1 text-fine">
        {end && <li className="text-danger">{sentence ?? t(`ends.${end}`)}</li>}
        {skipped > 0 && <li>{t('skipped', { count: skipped })}</li>}
        {refused > 0 && <li>{t('notYours', { count: refused })}</li>}
        {tooLong > 0 && <li>{t('noRoom', { count: tooLong })}</li>}
        {unpublished > 0 && (
          <li>
            {t('unpublished', { count: unpublished })}{' '}
            <SiteLink to={page.healthHref} className="text-action underline">
              {t('seeUnpublished')}
            </SiteLink>
          </li>
        )}
      </ul>
      {'left' in result && <LeftForm result={result} page={page} />}
      {intent === 'replace' && undo.length > 0 && (
        <Form
          method="post"
          action={`${page.path}?${searchText(page.query)}`}
          onSubmit={(event) => {
            event.preventDefault();
            void run.undo(undo);
          }}
          className="mt-3"
        >
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="undo" value={JSON.stringify(undo)} />
          <SubmitButton tone="plain" pending={false}>
            <Icon icon={undoIcon} />
            {t('undo')}
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
