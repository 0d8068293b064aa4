import { type ActionFunctionArgs, data } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { trashFile, untrashFile } from '#core/files/change-file.ts';
import { tagFile } from '#core/files/describe-file.ts';
import { fileCards } from '#core/files/file-card.ts';
import { formShape, listField, textField } from '#core/forms/form-shape.ts';
import { isMediaId } from '#core/media/media.ts';
import { deleteMedia } from '#core/media-uses/delete-media.ts';
import { findMediaUses } from '#core/media-uses/find-media-uses.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRequest, readAccountRequest } from '../../account/account-request.ts';
import { receiveForm } from '../../account/receive-form.ts';
import { pageServices } from '../../context/context.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { refuseForbidden, requirePermission } from '../require-permission.ts';
import { FILE_ACTIONS, type FileAction, type FilesAnswer } from './files-answer.ts';

const FORM = formShape({ intent: textField(20), file: listField(), tag: textField(200), confirmed: textField(10) });

/** Items that a question names for each file. Source: Meki's own. */
const MOST_NAMED = 5;

type FilesRequest = AccountRequest & { config: SiteConfig };

/** Performs an action on the selected files; 403 without the right. */
export async function filesAction(args: ActionFunctionArgs) {
  const account = readAccountRequest(args);
  const { actor } = await requirePermission(account, 'media.read');
  const request = { ...account, config: args.context.get(pageServices).config };
  const t = createAdminTranslator(request.locale);
  const { fields, isAltered } = await receiveForm(request, FORM);
  if (isAltered) return refused(t('files.problems.altered'));
  return orUnavailable(
    args,
    request.locale,
    () => refuseForbidden(request, actor, () => answer(request, actor, fields)),
    (sentence) => refused(sentence, 503),
  );
}

async function answer(request: FilesRequest, actor: Actor, fields: FormData) {
  const t = createAdminTranslator(request.locale);
  const given = fields.get('intent');
  const action = FILE_ACTIONS.find((name) => name === given);
  if (given === '' || given === null) return refused(t('files.problems.noAction'));
  if (!action) throw data(null, { status: 400, statusText: 'Bad Request' });
  const ids = fields.getAll('file').map(String).filter(isMediaId);
  if (ids.length === 0) return refused(t('files.problems.nothing'));
  const tag = String(fields.get('tag') ?? '').trim();
  if (action === 'tag' || action === 'untag') {
    if (tag === '') return refused(t('files.problems.noTag'));
    if (slugProblem(tag) || tag.length > CONTENT_LIMITS.tag) return refused(t('files.problems.badTag'));
  }
  if ((action === 'trash' || action === 'purge') && !fields.has('confirmed')) {
    const uses = await usesOf(request, ids);
    if (action === 'purge' || uses.length > 0) {
      return data<FilesAnswer>({ kind: 'ask', action, ids, uses }, { status: 422 });
    }
  }
  let done = 0;
  for (const id of ids) if (await perform(request, actor, { action, id, tag })) done++;
  const left = ids.length - done;
  return data<FilesAnswer>({
    kind: 'done',
    sentence: t(`files.done.${action}`, { count: done }),
    ...(left > 0 && { note: t('files.partly', { count: left }) }),
  });
}

/** @returns whether it was done */
async function perform(
  request: FilesRequest,
  actor: Actor,
  { action, id, tag }: { action: FileAction; id: string; tag: string },
): Promise<boolean> {
  switch (action) {
    case 'tag':
      return (await tagFile(request, actor, { id, add: [tag] })).ok;
    case 'untag':
      return (await tagFile(request, actor, { id, remove: [tag] })).ok;
    case 'trash':
      return (await trashFile(request, actor, { id })).ok;
    case 'untrash':
      return (await untrashFile(request, actor, { id })).ok;
    case 'purge':
      return (await deleteMedia({ ...request, files: request.fileStore }, actor, { id, force: true })).ok;
  }
}

/** A sentence for each of the files that items use. */
export async function usesOf({ store, config, locale }: FilesRequest, ids: readonly string[]): Promise<string[]> {
  const t = createAdminTranslator(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const cards = await getDocuments(
    store,
    ids.map((id) => fileCards.at(id)),
  );
  const sentences: string[] = [];
  for (const [index, id] of ids.entries()) {
    const uses = await findMediaUses(store, config, id, MOST_NAMED);
    const current = uses.filter(({ place }) => place !== 'history');
    if (current.length === 0) continue;
    const items = list.format(current.map(({ title }) => title || t('files.file.untitled')));
    sentences.push(t('files.ask.uses', { name: cards[index]?.data.name ?? id, items }));
  }
  return sentences;
}

function refused(sentence: string, status = 422) {
  return data<FilesAnswer>({ kind: 'problem', sentence }, { status });
}
