import type { Actor } from '#core/access/actor.ts';
import { fileField, formShape, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import type { FileKind } from '#core/media/media-file.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { createEditorTranslator } from '../../editor/context/read-editor-messages.ts';
import { pictureProblem } from '../../editor/pictures/take-picture.ts';

/** What became of an upload, with its status, and after how many seconds it can be tried again. */
export interface TakenFile {
  status: number;
  answer: SendAnswer;
  retryAfter?: number;
}

/** Takes the file of a request into the library. Check the right first. @throws as `requireForm` */
export async function takeFile(request: AccountRequest, actor: Actor): Promise<TakenFile> {
  const t = createEditorTranslator(request.locale);
  // With its multipart overhead.
  const shape = formShape({ file: fileField() }, request.limits.file + MAX_FORM_BYTES);
  const received = await request.receiveForm(shape);
  if ('status' in received && received.retryAfter !== undefined) {
    const problem = t(received.status === 429 ? 'picture.tooManyAtOnce' : 'picture.tooManyOnSite');
    return { status: received.status, answer: refusal(problem), retryAfter: received.retryAfter };
  }
  const form = await requireForm({ receiveForm: async () => received }, shape);
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return { status: 422, answer: refusal(t('picture.noFile')) };
  return store(request, actor, file.name, file);
}

/** An upload whose parts have arrived. */
const UPLOAD_FORM = formShape({ upload: textField(40) });

/** Takes a file that arrived in parts into the library; it can be tried again as long as the site is busy. @throws as `requireForm` */
export async function takeUpload(request: AccountRequest, actor: Actor): Promise<TakenFile> {
  const t = createEditorTranslator(request.locale);
  const id = String((await requireForm(request, UPLOAD_FORM)).get('upload') ?? '');
  const arrived = await request.uploads.take(actor, id);
  if (arrived === 'busy') return { status: 503, answer: refusal(t('picture.tooManyOnSite')), retryAfter: 5 };
  if (arrived === 'gone' || arrived === 'incomplete') return { status: 404, answer: refusal(t('picture.noFile')) };
  const { name, contents, release } = arrived;
  try {
    const taken = await store(request, actor, name, contents);
    if (taken.status !== 503) await request.uploads.drop(id);
    return taken;
  } finally {
    await release();
  }
}

async function store(request: AccountRequest, actor: Actor, name: string, contents: Blob): Promise<TakenFile> {
  const stored = await request.storeFile(actor, { name, contents, language: request.locale, isKept: true });
  if (stored.ok) {
    const { id, kind } = stored.file;
    return { status: 201, answer: { ok: true, id, isNew: stored.isNew, fileKind: kind } };
  }
  const words = { t: createEditorTranslator(request.locale), limits: toldLimits(request.limits) };
  const { status, sentence } = pictureProblem(stored.reason, name, words);
  return { status, answer: refusal(sentence), ...(status === 503 && { retryAfter: 5 }) };
}

function refusal(problem: string): SendAnswer {
  return { ok: false, kind: 'refused', problem };
}

/** The server's answer to a file. `isNew`: it was not in the library. */
export type SendAnswer =
  | { ok: true; id: string; isNew: boolean; fileKind: FileKind }
  | { ok: false; kind: 'refused'; problem: string };
