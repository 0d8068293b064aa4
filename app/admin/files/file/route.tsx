import { type ActionFunctionArgs, data, redirect, useLoaderData } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { trashFile, untrashFile } from '#core/files/change-file.ts';
import { describeFile, focusFile, tagFile } from '#core/files/describe-file.ts';
import { removeUpload, restoreFormer } from '#core/files/replace-file.ts';
import { FILE_LIMITS, FILE_TEXTS, type FileTextName, files } from '#core/files/site-file.ts';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { isMediaId } from '#core/media/media.ts';
import { MIDDLE } from '#core/media/picture-variants.ts';
import { deleteMedia } from '#core/media-uses/delete-media.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { accountMeta } from '../../../account/account-page.tsx';
import { type AccountRequest, readAccountRequest } from '../../../account/account-request.ts';
import { receiveForm } from '../../../account/receive-form.ts';
import { pageServices } from '../../../context/context.ts';
import { sendClientAction } from '../../../navigation/send-client-action.ts';
import { useAnswer } from '../../../navigation/use-answer.ts';
import { createAdminTranslator } from '../../layout/read-admin-messages.ts';
import { orUnavailable } from '../../or-unavailable.ts';
import { refuseForbidden, requirePermission } from '../../require-permission.ts';
import { usesOf } from '../files-action.ts';
import { FILE_INTENTS, type FileAnswer, type FileIntent, placeOf, type TypedTexts } from '../files-answer.ts';
import { FilePage } from './file-page.tsx';
import { readFilePage } from './read-file-page.ts';

export const loader = readFilePage;

export const action = fileAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** A file of the library. */
export default function FileRoute() {
  const answer = useAnswer<FileAnswer>();
  const page = useLoaderData<typeof loader>();
  return <FilePage key={page.path} page={page} answer={answer} />;
}

/** The fields of all forms of the page: each form has some of them. Texts that are too long are shown again. */
const FORM = formShape({
  ...{ intent: textField(20), language: textField(10), stamp: textField(40), version: textField(12) },
  ...Object.fromEntries(FILE_TEXTS.map((name) => [name, textField(10 * FILE_LIMITS[name])])),
  ...{ decorative: textField(10), isCurrent: textField(10), isMinor: textField(10), confirmed: textField(10) },
  ...{
    tags: textField(4_000),
    former: textField(12),
    part: textField(30),
    media: textField(40),
    x: textField(2),
    y: textField(2),
  },
});

type FileRequest = AccountRequest & { config: SiteConfig };

/** Performs the action of one of the page's forms; 403 without the right, 404 for a file that does not exist. */
async function fileAction(args: ActionFunctionArgs) {
  const account = readAccountRequest(args);
  const { actor } = await requirePermission(account, 'media.read');
  const request = { ...account, config: args.context.get(pageServices).config };
  const t = createAdminTranslator(request.locale);
  const { fields, isAltered } = await receiveForm(request, FORM);
  const intent = FILE_INTENTS.find((name) => name === fields.get('intent'));
  const id = args.params.id ?? '';
  if (!intent || !isMediaId(id)) throw data(null, { status: 400, statusText: 'Bad Request' });
  const form = { request, actor, id, intent, fields };
  if (isAltered) return refused(form, t('files.problems.altered'));
  return orUnavailable(
    args,
    request.locale,
    () => refuseForbidden(request, actor, () => perform(form)),
    (sentence) => refused(form, sentence, 503),
  );
}

interface FileForm {
  request: FileRequest;
  actor: Actor;
  id: string;
  intent: FileIntent;
  fields: FormData;
}

function perform(form: FileForm) {
  switch (form.intent) {
    case 'describe':
      return saveTexts(form);
    case 'tags':
      return tag(form);
    case 'focus':
      return setFocus(form);
    case 'restore':
      return restore(form);
    case 'remove-part':
      return removePart(form);
    default:
      return remove(form);
  }
}

async function saveTexts(form: FileForm) {
  const { request, actor, id, fields } = form;
  const t = createAdminTranslator(request.locale);
  const typed = typedTexts(fields);
  const isLong = FILE_TEXTS.find((name) => typed[name].length > FILE_LIMITS[name]);
  if (isLong) {
    return refused(
      form,
      t('files.problems.too-long', { field: t(`files.file.${isLong}`), limit: FILE_LIMITS[isLong] }),
    );
  }
  const { language, decorative, ...texts } = typed;
  const outcome = await describeFile(request, actor, {
    ...{ id, language, texts, decorative },
    stamp: textOf(fields, 'stamp'),
    isCurrent: fields.has('isCurrent'),
    isMinor: fields.has('isMinor'),
  });
  return outcome.ok ? leave(form, 'described') : failed(form, outcome.reason);
}

async function tag(form: FileForm) {
  const { request, actor, id, fields } = form;
  const t = createAdminTranslator(request.locale);
  const wanted = textOf(fields, 'tags')
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (wanted.some((one) => slugProblem(one) || one.length > CONTENT_LIMITS.tag) || wanted.length > FILE_LIMITS.tags) {
    return refused(form, t('files.problems.badTag'));
  }
  const known = (await getDocument(request.store, files.at(id)))?.data.tags ?? [];
  const remove = known.filter((one) => !wanted.includes(one));
  const outcome = await tagFile(request, actor, { id, add: wanted, remove });
  return outcome.ok ? leave(form, 'tagged') : failed(form, outcome.reason);
}

async function setFocus(form: FileForm) {
  const { request, actor, id, fields } = form;
  const [x, y] = ['x', 'y'].map((axis) => Number(textOf(fields, axis) || MIDDLE));
  if (![x, y].every((at) => at !== undefined && Number.isInteger(at) && at >= 0 && at <= 10)) {
    throw data(null, { status: 400, statusText: 'Bad Request' });
  }
  const focus = { x: x as number, y: y as number };
  const seen = { id, media: textOf(fields, 'media'), language: textOf(fields, 'language') || undefined };
  const outcome = await focusFile(request, actor, { ...seen, ...focus });
  if (outcome.ok) return leave(form, 'focused');
  return failed(form, outcome.reason === 'conflict' ? 'replaced' : outcome.reason);
}

async function restore(form: FileForm) {
  const { request, actor, id, fields } = form;
  const outcome = await restoreFormer(request, actor, {
    id,
    expectedVersion: Number(textOf(fields, 'version')),
    version: Number(textOf(fields, 'former')),
  });
  return outcome.ok ? leave(form, 'restored') : partFailed(form, outcome.reason);
}

async function removePart(form: FileForm) {
  const { request, actor, id, fields } = form;
  const { language, part } = placeOf(textOf(fields, 'part'));
  const removed = { id, expectedVersion: Number(textOf(fields, 'version')) };
  if (part !== 'poster' && language === undefined) throw data(null, { status: 400, statusText: 'Bad Request' });
  const place = part === 'poster' ? { part } : { language: language as string, part };
  const outcome = await removeUpload(request, actor, { ...removed, ...place });
  return outcome.ok ? leave(form, 'part-removed') : partFailed(form, outcome.reason);
}

function partFailed(form: FileForm, reason: string) {
  const told: { [reason: string]: string } = { conflict: 'replaced', 'not-found': 'gone', 'nothing-there': 'gone' };
  return failed(form, told[reason] ?? reason);
}

async function remove(form: FileForm) {
  const { request, actor, id, intent, fields } = form;
  if (intent === 'untrash') {
    const outcome = await untrashFile(request, actor, { id });
    return outcome.ok ? leave(form, 'untrashed') : failed(form, outcome.reason);
  }
  const action = intent === 'purge' ? ('purge' as const) : ('trash' as const);
  if (!fields.has('confirmed')) {
    const uses = await usesOf(request, [id]);
    if (action === 'purge' || uses.length > 0) {
      return data<FileAnswer>({ kind: 'ask', action, ids: [id], uses }, { status: 422 });
    }
  }
  if (action === 'trash') {
    const outcome = await trashFile(request, actor, { id });
    return outcome.ok ? leave(form, 'trashed') : failed(form, outcome.reason);
  }
  const outcome = await deleteMedia({ ...request, files: request.fileStore }, actor, { id, force: true });
  if (!outcome.ok) return failed(form, outcome.reason);
  throw redirect(`${request.pathTo('/admin/files')}?place=trash&notice=purged`, 303);
}

/** Back to the page, which says what was done. */
function leave({ request, id }: FileForm, notice: string): never {
  throw redirect(`${request.pathTo(`/admin/files/${id}`)}?notice=${notice}`, 303);
}

const TOLD = ['conflict', 'replaced', 'same-bytes', 'other-kind', 'gone', 'in-trash'] as const;

function failed(form: FileForm, reason: string) {
  if (reason === 'not-found') throw data(null, { status: 404, statusText: 'Not Found' });
  const t = createAdminTranslator(form.request.locale);
  const told = TOLD.find((one) => one === reason) ?? 'conflict';
  return refused(form, t(`files.problems.${told}`), told === 'conflict' || told === 'replaced' ? 409 : 422);
}

function refused({ intent, fields }: FileForm, sentence: string, status = 422) {
  return data<FileAnswer>(
    {
      ...{ kind: 'problem', intent, sentence },
      ...(intent === 'describe' && { typed: typedTexts(fields) }),
      ...(intent === 'tags' && { tags: textOf(fields, 'tags') }),
    },
    { status },
  );
}

function typedTexts(fields: FormData): TypedTexts {
  const text = (name: FileTextName | 'language') => textOf(fields, name);
  return {
    ...{ title: text('title'), alt: text('alt'), caption: text('caption'), credit: text('credit') },
    ...{ language: text('language'), decorative: fields.has('decorative') },
  };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
}
