import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { formShape, listField, textField } from '#core/forms/form-shape.ts';
import { restoreRevisions, restoreSavedVersion } from '#core/items/restore-history.ts';
import { saveVersion } from '#core/items/save-version.ts';
import { requireForm } from '../../account/receive-form.ts';
import { type EntryRef, parseRef } from '../managed-item/history-entry.ts';
import {
  itemPaths,
  languagesOf,
  type ManagedItem,
  phraseOf,
  readManagedItem,
} from '../managed-item/read-managed-item.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';
import { readSide } from './read-side.ts';
import { REVISIONS_INTENTS, type RevisionsAnswer } from './revisions-answer.ts';

const REVISIONS_FORM = formShape({
  intent: textField(),
  name: textField(),
  entry: textField(),
  confirmed: textField(),
  languages: listField(),
  shared: textField(),
});

/** Saves a version under a name, or restores an older state into the draft after a confirmation; 403 without the right. */
export async function revisionsAction(args: ActionFunctionArgs) {
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
