import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ActionAnswer, AskAnswer } from './actions/item-actions.ts';
import type { RunNote } from './actions/run-parts.ts';
import type { ItemRun } from './actions/use-item-run.ts';
import type { ItemsData } from './read-items.ts';

interface ActionResultProps {
  list: ItemsData;
  result: ActionAnswer & { note?: RunNote; sentences?: readonly string[] };
  /** With script, the remaining batches continue in the page. */
  run?: ItemRun;
}

/** The result of an action: how many items, which ones failed and why, and next steps. Works without script. */
export function ActionResult({ list, result, run }: ActionResultProps) {
  const t = useTranslations('items.run');
  const { action, done, failed, rest = [], unchanged, note, sentences = [] } = result;
  const place = useRef<HTMLElement>(null);
  const isPlain = run === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result, without reading it
  useEffect(() => {
    if (isPlain) place.current?.focus();
  }, [result]);
  // The result of a run is announced, so it takes the focus only if the focused element is gone, for example a row of the reloaded
  // list, or the actions on what was selected: a frame later, when the browser has noticed that they are hidden. Where a menu is gone
  // with its row, the focus may have returned to the page as a whole before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result, without reading it or the rows
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (!focused || focused.matches('body, main') || !focused.checkVisibility()) place.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [result, list.rows]);
  return (
    <section
      ref={place}
      aria-labelledby="result"
      tabIndex={-1}
      {...(isPlain && { 'data-takes-focus': true, autoFocus: true })}
      className={`mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line-strong bg-raised px-4 py-2 shadow-lg focus:outline-none ${failed.length > 0 ? '' : 'sticky top-18 z-30'}`}
    >
      <div className="min-w-0 grow">
        <h2 id="result" className="font-semibold">
          {t(`done.${action}`, { count: done })}
        </h2>
        {note && <p className="text-fine">{note === 'refused' ? sentences.join(' ') : t(note)}</p>}
        {rest.length > 0 && <p className="text-fine">{t('rest', { count: rest.length })}</p>}
        {unchanged > 0 && <p className="text-fine text-ink-soft">{t('unchanged', { count: unchanged })}</p>}
        {action === 'tag' && done > 0 && <p className="text-fine text-ink-soft">{t('tagNote')}</p>}
      </div>
      {failed.length > 0 && <FailedItems failed={failed} />}
      <NextSteps list={list} result={result} {...(run && { run })} />
    </section>
  );
}

/** The items that an action could not do, each with the reason and what stands in its way. */
function FailedItems({ failed }: Pick<ActionAnswer, 'failed'>) {
  const t = useTranslations('items.run');
  return (
    <div className="w-full">
      <h3 className="font-semibold text-danger">{t('failedTitle', { count: failed.length })}</h3>
      <ul className="mt-1 grid max-h-80 gap-2 overflow-y-auto">
        {failed.map(({ id, title, href, reason, holders }) => (
          <li key={id} className="border-line border-s-2 ps-3">
            <SiteLink to={href} className="inline-flex min-h-6 items-center font-medium underline underline-offset-4">
              {title}
            </SiteLink>
            <p className="text-fine text-ink-soft">{reason}</p>
            {holders.map((holder) => (
              <SiteLink
                key={holder.href}
                to={holder.href}
                className="inline-flex min-h-6 items-center text-fine underline underline-offset-4"
              >
                {t('openHolder', { title: holder.title })}
              </SiteLink>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What may be done after an action: take it back, accept warnings, go on with the rest, dismiss the result. */
function NextSteps({ list, result, run }: ActionResultProps) {
  const t = useTranslations('items.run');
  const { action, failed, undo, next, rest = [] } = result;
  const warned = failed.filter(({ isWarned }) => isWarned).map(({ id }) => id);
  const target = targetOf(list);
  return (
    <div className="flex flex-wrap gap-2">
      {undo.length > 0 && (
        <Form
          method="post"
          action={target}
          encType="multipart/form-data"
          onSubmit={(event) => {
            if (!run) return;
            event.preventDefault();
            void run.undo(undo);
          }}
        >
          <input type="hidden" name="undo" value={JSON.stringify(undo)} />
          <SubmitButton tone="plain" name="intent" value="undo">
            {t('undo')}
          </SubmitButton>
        </Form>
      )}
      {action === 'publish' && warned.length > 0 && (
        <Form
          method="post"
          action={target}
          onSubmit={(event) => {
            if (!run) return;
            event.preventDefault();
            void run.start({ ...run.result?.request, action: 'publish', items: warned, acceptWarnings: true });
          }}
        >
          {warned.map((id) => (
            <input key={id} type="hidden" name="item" value={id} />
          ))}
          <HiddenFields fields={{ ...result.asked, warnings: 'accept' }} />
          <SubmitButton tone="plain" name="intent" value="publish">
            {t('retry')}
          </SubmitButton>
        </Form>
      )}
      {run === undefined && (next !== undefined || rest.length > 0) && action !== 'undo' && (
        <Form method="post" action={target}>
          {next === undefined ? (
            rest.map((id) => <input key={id} type="hidden" name="item" value={id} />)
          ) : (
            <HiddenFields fields={{ scope: 'all', query: list.queryText, cursor: next }} />
          )}
          <input type="hidden" name="confirmed" value="yes" />
          <HiddenFields fields={result.asked} />
          <SubmitButton tone="plain" name="intent" value={action}>
            {t('continue')}
          </SubmitButton>
        </Form>
      )}
      {run === undefined ? (
        <SiteLink to={target} className={buttonStyle('quiet')}>
          {t('dismiss')}
        </SiteLink>
      ) : (
        <button type="button" onClick={run.dismiss} className={buttonStyle('quiet')}>
          {t('dismiss')}
        </button>
      )}
    </div>
  );
}

function targetOf({ path, queryText }: Pick<ItemsData, 'path' | 'queryText'>): string {
  return `${path}${queryText && `?${queryText}`}`;
}

function HiddenFields({ fields = {} }: { fields: ActionAnswer['asked'] }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** Asks for confirmation of an irreversible action, without script. */
export function AskResult({ list, ask }: { list: ItemsData; ask: AskAnswer }) {
  const t = useTranslations('items.run.ask');
  const target = targetOf(list);
  return (
    <section role="alert" className="mb-2 rounded-card border border-danger bg-raised p-4">
      <h2 className="font-semibold text-h3">{ask.all ? t('titleAll') : t('title', { count: ask.items.length })}</h2>
      <p className="mt-1 text-ink-soft">{t('text')}</p>
      <Form method="post" action={target} className="mt-4 flex flex-wrap gap-3">
        {ask.items.map((id) => (
          <input key={id} type="hidden" name="item" value={id} />
        ))}
        {ask.all && <input type="hidden" name="scope" value="all" />}
        <input type="hidden" name="query" value={list.queryText} />
        <input type="hidden" name="confirmed" value="yes" />
        <SubmitButton tone="danger" name="intent" value="purge">
          {t('confirm')}
        </SubmitButton>
        <SiteLink to={target} className={buttonStyle('plain')}>
          {t('cancel')}
        </SiteLink>
      </Form>
    </section>
  );
}
