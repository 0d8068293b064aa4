import { type ActionFunctionArgs, data, Form, redirect, useLoaderData, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { formShape, listField, textField } from '#core/forms/form-shape.ts';
import { restoreRevisions, restoreSavedVersion } from '#core/items/restore-history.ts';
import { saveVersion } from '#core/items/save-version.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { requireForm } from '../../account/receive-form.ts';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { CalmItem } from '../managed-item/calm-item.tsx';
import { type EntryRef, parseRef } from '../managed-item/history-entry.ts';
import { ItemPage } from '../managed-item/item-page.tsx';
import {
  itemPaths,
  languagesOf,
  type ManagedItem,
  phraseOf,
  readManagedItem,
} from '../managed-item/read-managed-item.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { PageLinks } from '../page-links.tsx';
import { AnswerFrame } from '../publishing/answer-frame.tsx';
import { LanguageChoice } from '../publishing/language-choice.tsx';
import { refuseForbidden, requirePermission } from '../require-permission.ts';
import { ComparisonView } from './comparison-view.tsx';
import { type HistoryRow, type RevisionsData, readRevisions } from './read-revisions.ts';
import { readSide } from './read-side.ts';
import { REVISIONS_INTENTS, type RevisionsAnswer } from './revisions-answer.ts';

interface RestoreQuestionProps {
  answer: RevisionsAnswer & { kind: 'asks' };
  cancelHref: string;
}

const RESTORE_FORM = 'restore';

export const loader = readRevisions;

export const action = revisionsAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The history of an item: compare and restore. */
export default function RevisionsRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <ItemPage data={data}>
      <Revisions data={data} />
    </ItemPage>
  );
}

function Revisions({ data }: { data: RevisionsData }) {
  const answer = useAnswer<RevisionsAnswer>();
  const t = useTranslations('publishing.revisions');
  const { key } = useLocation();
  const refused = answer?.kind === 'refused' ? answer : undefined;
  const problem = refused?.intent === 'restore' ? refused.sentence : data.problem;
  return (
    <>
      {data.trashed && <p className="mt-4 font-medium text-warning">{data.trashed}</p>}
      {data.notice && !answer && <Notice text={data.notice} className="mt-4" />}
      {data.undo !== undefined && !answer && <UndoForm entry={data.undo} />}
      <FormError errors={problem ? [problem] : []} answer={answer ?? data.problem} />
      {answer?.kind === 'asks' && <RestoreQuestion answer={answer} cancelHref={data.paths.revisions} />}
      {data.comparison && <ComparisonView comparison={data.comparison} />}
      <section aria-labelledby="history" className="mt-8">
        <h2 id="history" className="font-semibold text-h3">
          {t('list')}
        </h2>
        <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
        {/* Not below a comparison, which is long work. */}
        <CalmItem data={data} isOn={!data.comparison}>
          <HistoryForm data={data} />
        </CalmItem>
        <PageLinks
          label={t('pages')}
          first={data.firstHref && { href: data.firstHref, label: t('first') }}
          next={data.nextHref && { href: data.nextHref, label: t('next') }}
        />
      </section>
      {data.canSave && (
        <section aria-labelledby="saving" className="mt-8">
          <h2 id="saving" className="font-semibold text-h3">
            {t('save.title')}
          </h2>
          <p className="mt-1 max-w-[65ch] text-ink-soft">{t('save.lead')}</p>
          {/* Reset the form after each saved version, and not when somebody else makes one. */}
          <Form method="post" key={key} className="mt-3 grid max-w-md gap-3">
            <TextField
              name="name"
              label={t('save.name')}
              required
              maxLength={CONTENT_LIMITS.savedVersionName}
              defaultValue={refused?.name ?? ''}
              errors={refused?.intent === 'save' ? [refused.sentence] : []}
            />
            <div>
              <SubmitButton tone="plain" name="intent" value="save">
                {t('save.submit')}
              </SubmitButton>
            </div>
          </Form>
        </section>
      )}
    </>
  );
}

/** Undoes a restore by restoring the saved version; also asks for confirmation. */
function UndoForm({ entry }: { entry: string }) {
  const t = useTranslations('publishing.revisions');
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="intent" value="restore" />
      <SubmitButton tone="plain" name="entry" value={entry}>
        {t('undo')}
      </SubmitButton>
    </Form>
  );
}

/** The history, to compare two entries or restore one. */
function HistoryForm({ data }: { data: RevisionsData }) {
  const t = useTranslations('publishing.revisions');
  const { rows, from, to, after } = data;
  if (rows.length === 0) return <p className="mt-2 text-ink-soft">{t('none')}</p>;
  const draft: HistoryRow = { ref: 'draft', name: t('draft'), by: '', canRestore: false };
  return (
    <>
      <Form method="post" id={RESTORE_FORM}>
        <input type="hidden" name="intent" value="restore" />
      </Form>
      <Form key={`${from} ${to}`} className="mt-3 grid gap-3" aria-label={t('compare')}>
        {after !== undefined && <input type="hidden" name="after" value={after} />}
        <ul className="divide-y divide-line border-line border-y">
          {[draft, ...rows].map((row) => (
            <li key={row.ref} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2.5">
              <span className="flex gap-4 max-sm:order-1 max-sm:grow">
                <SideRadio name="from" label={t('from')} row={row} chosen={from} />
                <SideRadio name="to" label={t('to')} row={row} chosen={to} />
              </span>
              <span className="min-w-0 grow max-sm:basis-full">
                <span className="block font-medium">{row.name}</span>
                <span className="block text-fine text-ink-soft">{row.by}</span>
              </span>
              {row.canRestore && (
                <span className="max-sm:order-2">
                  <SubmitButton tone="plain" name="entry" value={row.ref} form={RESTORE_FORM}>
                    {t('restore')} <span className="sr-only">{row.name}</span>
                  </SubmitButton>
                </span>
              )}
            </li>
          ))}
        </ul>
        <div>
          <SubmitButton>{t('compare')}</SubmitButton>
        </div>
      </Form>
    </>
  );
}

function SideRadio({ name, label, row, chosen }: { name: string; label: string; row: HistoryRow; chosen: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-fine">
      <input type="radio" name={name} value={row.ref} defaultChecked={row.ref === chosen} className="choice-mark" />
      {label} <span className="sr-only">: {row.name}</span>
    </label>
  );
}

/** Asks whether, and which parts of, an older state should replace the draft. */
function RestoreQuestion({ answer, cancelHref }: RestoreQuestionProps) {
  const t = useTranslations('publishing.revisions.ask');
  const { entry, lead, languages } = answer;
  return (
    <AnswerFrame answer={answer} tone="warning">
      <p className="font-semibold text-[1.125rem]">{t('title')}</p>
      <p className="mt-1 max-w-[65ch]">{lead}</p>
      <Form method="post" className="mt-3 grid gap-2">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="entry" value={entry} />
        <input type="hidden" name="confirmed" value="yes" />
        <LanguageChoice legend={t('languages')} languages={languages} chosen={languages.map(({ code }) => code)} />
        <Checkbox name="shared" value="yes" label={t('shared')} defaultChecked />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{t('confirm')}</SubmitButton>
          <SiteLink to={cancelHref} className={buttonStyle('plain')}>
            {t('cancel')}
          </SiteLink>
        </div>
      </Form>
    </AnswerFrame>
  );
}

const REVISIONS_FORM = formShape({
  intent: textField(),
  name: textField(),
  entry: textField(),
  confirmed: textField(),
  languages: listField(),
  shared: textField(),
});

/** Saves a version under a name, or restores an older state into the draft after a confirmation; 403 without the right. */
async function revisionsAction(args: ActionFunctionArgs) {
  const managed = await readManagedItem(args);
  const form = await requireForm(managed.request, REVISIONS_FORM);
  const intent = REVISIONS_INTENTS.find((name) => name === form.get('intent'));
  if (!intent) throw data(null, { status: 400, statusText: 'Bad Request' });
  const { request, actor } = managed;
  return orUnavailable(
    args,
    request.locale,
    () => refuseForbidden(request, actor, () => (intent === 'save' ? save(managed, form) : restore(managed, form))),
    (sentence) => reply({ kind: 'refused', intent, sentence, name: String(form.get('name') ?? '') }, 503),
  );
}

async function save(managed: ManagedItem, form: FormData) {
  const { dependencies, actor, item, request, t } = managed;
  const name = String(form.get('name') ?? '');
  const outcome = await saveVersion(dependencies, actor, { itemId: item.id, name });
  if (outcome.ok) throw redirect(`${itemPaths(request, item).revisions}?notice=saved`, 303);
  const sentence =
    outcome.reason === 'invalid-name'
      ? t('revisions.save.invalid', { limit: CONTENT_LIMITS.savedVersionName })
      : problemSentence(t, outcome.reason);
  return reply({ kind: 'refused', intent: 'save', sentence, name }, outcome.reason === 'invalid-name' ? 422 : 409);
}

async function restore(managed: ManagedItem, form: FormData) {
  const { request, item, t } = managed;
  await requirePermission(request, 'item.restore');
  const refuse = (sentence: string, status: number) =>
    reply({ kind: 'refused', intent: 'restore', sentence, name: '' }, status);
  const entry = String(form.get('entry') ?? '');
  const ref = parseRef(entry);
  const side = ref && ref.kind !== 'draft' ? await readSide(managed, ref) : undefined;
  if (!ref || !side) return refuse(t('revisions.problems.gone'), 404);
  const held = languagesOf(item, request.locale).filter(({ code }) => side.languages[code]);
  if (!form.has('confirmed')) {
    const languages = phraseOf(
      request.locale,
      held.map(({ code }) => code),
    );
    const lead = t('revisions.ask.lead', { languages, version: side.name });
    return reply({ kind: 'asks', entry, lead, languages: held });
  }
  const chosen = held.map(({ code }) => code).filter((code) => form.getAll('languages').includes(code));
  const shared = form.has('shared');
  if (chosen.length === 0 && !shared) return refuse(t('revisions.problems.noLanguage'), 422);
  const outcome = await restoreRef(managed, ref, chosen, shared);
  if (outcome.ok) {
    const query = new URLSearchParams({ notice: 'restored', kept: outcome.kept });
    throw redirect(`${itemPaths(request, item).revisions}?${query}`, 303);
  }
  return refuse(problemSentence(t, outcome.reason), isKnown(outcome.reason) ? 409 : 404);
}

const PROBLEMS = ['in-trash', 'language-missing', 'too-long', 'no-room'] as const;

function isKnown(reason: string): reason is (typeof PROBLEMS)[number] {
  return (PROBLEMS as readonly string[]).includes(reason);
}

/** Why the action failed; entries that no longer exist are reported as gone. */
function problemSentence(t: ManagedItem['t'], reason: string): string {
  return t(`revisions.problems.${isKnown(reason) ? reason : 'gone'}`);
}

function restoreRef({ dependencies, actor, item }: ManagedItem, ref: EntryRef, languages: string[], shared: boolean) {
  if (ref.kind === 'saved-version') {
    return restoreSavedVersion(dependencies, actor, { itemId: item.id, id: ref.id, languages, shared });
  }
  if (ref.kind === 'draft') throw new RangeError('The draft is not restored into itself');
  return restoreRevisions(dependencies, actor, { itemId: item.id, refs: ref.revisions, languages, shared });
}

function reply(answer: RevisionsAnswer, status = 200) {
  return data(answer, { status });
}
