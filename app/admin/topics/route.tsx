import { Form, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import { ProgressBox, useRun } from '../progress-box.tsx';
import { SelectField } from '../select-field.tsx';
import { readTopic, type TopicData } from './read-topic.ts';
import { type RetireAnswer, retireAction } from './retire-action.ts';

export const loader = readTopic;

export const action = retireAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A topic is merged with another one, or taken off the items that have it. */
export default function TopicRoute() {
  const topic = useLoaderData<typeof loader>();
  const answer = useAnswer<RetireAnswer>();
  return <RetirePage key={topic.path} topic={topic} answer={answer} />;
}

function RetirePage({ topic, answer }: { topic: TopicData; answer: RetireAnswer | undefined }) {
  const t = useTranslations('admin.topics');
  const run = useRetireRun(topic.runPath, topic.count);
  const result: RetireResult = run.result ?? { answer };
  const given = result.answer;
  return (
    <>
      <h1 className="font-semibold text-h2">{topic.title}</h1>
      <ProgressBox
        text={run.progress ? t('progress', run.progress) : ''}
        progress={run.progress}
        stopLabel={t('stop')}
        onStop={run.stop}
      />
      {!run.progress && (given || result.end) && <Result key={given?.kind} topic={topic} result={result} />}
      {!topic.isGone && !run.progress && (
        <Form
          method="post"
          action={topic.path}
          className="mt-4 grid max-w-xl gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void run.start(new FormData(event.currentTarget));
          }}
        >
          <p>{t('lead', { count: topic.count })}</p>
          <FormError errors={given?.kind === 'problem' ? [given.sentence] : undefined} answer={given} />
          <SelectField
            id="into"
            name="into"
            label={t('into')}
            hint={t('intoHint')}
            none={t('nothing')}
            defaultValue={given?.into ?? ''}
            choices={topic.choices}
          />
          <p className="text-ink-soft">{t('then', { days: topic.days })}</p>
          <SubmitButton tone="danger" pending={false}>
            {given?.kind === 'done' ? t('goOn') : t('submit')}
          </SubmitButton>
        </Form>
      )}
      {topic.isGone && !given && <p className="mt-4 text-ink-soft">{t('gone')}</p>}
      {topic.isGone && (
        <SiteLink to={topic.listHref} className="link-quiet mt-4 inline-flex min-h-11 items-center text-action">
          {t('back')}
        </SiteLink>
      )}
    </>
  );
}

/** What was done, what was left and why. */
function Result({ topic, result: { answer, end } }: { topic: TopicData; result: RetireResult }) {
  const t = useTranslations('admin.topics');
  const takesFocus = useTakesFocus<HTMLElement>(answer);
  const done = answer?.kind === 'done' ? answer : undefined;
  if (!done && !end) return null;
  const into = topic.choices.find(({ value }) => value === done?.into)?.label ?? done?.into ?? '';
  return (
    <section
      {...takesFocus}
      data-takes-focus
      className="mt-4 rounded-card border border-line-strong bg-raised p-4 focus:outline-none"
    >
      {end && <p className="text-danger">{t(`ends.${end}`)}</p>}
      {done && <p className="font-semibold">{t(into === '' ? 'removed' : 'merged', { done: done.done, into })}</p>}
      {done && done.refused > 0 && <p>{t('refused', { count: done.refused })}</p>}
      {done && done.left > 0 && <p>{t('left', { count: done.left })}</p>}
    </section>
  );
}

/** What all requests of a run have done together. */
type RetireDone = RetireAnswer & { kind: 'done' };

interface RetireResult {
  answer: RetireAnswer | undefined;
  /** Why it ended early. */
  end?: 'stopped' | FetchFailure;
}

/** Merges or removes a topic in several requests, with progress. @param path of the JSON endpoint */
function useRetireRun(path: string, total: number) {
  const { progress, result, run, stop } = useRun<{ done: number; total: number }, RetireResult>();

  const start = (form: FormData) =>
    run(async ({ report, isStopped }) => {
      let sum: RetireDone | undefined;
      for (;;) {
        report({ done: sum?.done ?? 0, total });
        const answer = await fetchJson<RetireAnswer>(path, { method: 'POST', body: form, kinds: ['done', 'problem'] });
        if ('failure' in answer) return { result: { answer: sum, end: answer.failure }, isReachable: false };
        if (answer.data.kind === 'problem') return { result: { answer: answer.data }, isReachable: true };
        sum = { ...answer.data, done: answer.data.done + (sum?.done ?? 0) };
        const isDone = sum.isRetired || answer.data.done === 0 || sum.refused > 0;
        if (isDone) return { result: { answer: sum }, isReachable: true };
        if (isStopped()) return { result: { answer: sum, end: 'stopped' }, isReachable: true };
      }
    });

  return { progress, result, start, stop };
}
