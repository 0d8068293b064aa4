import type { Actor } from '#core/access/actor.ts';
import type { StoreFileOutcome } from '#core/files/store-file.ts';
import { fileField, formShape, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { createEditorTranslator } from '../../editor/context/read-editor-messages.ts';
import { pictureProblem, takePicture } from '../../editor/pictures/take-picture.ts';
import type { SendAnswer } from './upload-answer.ts';

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
  let stored: StoreFileOutcome | undefined;
  const { status, answer } = await takePicture(form, {
    async storeFile(file) {
      stored = await request.storeFile(actor, { ...file, language: request.locale, isKept: true });
      return stored;
    },
    t,
    limits: toldLimits(request.limits),
  });
  if (!answer.ok) return { status, answer: refusal(answer.problem) };
  return { status, answer: { ok: true, id: answer.media, isNew: stored?.ok === true && stored.isNew } };
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
    const stored = await request.storeFile(actor, { name, contents, language: request.locale, isKept: true });
    if (stored.ok) {
      await request.uploads.drop(id);
      return { status: 201, answer: { ok: true, id: stored.file.id, isNew: stored.isNew } };
    }
    const { status, sentence } = pictureProblem(stored.reason, name, { t, limits: toldLimits(request.limits) });
    if (status !== 503) await request.uploads.drop(id);
    return { status, answer: refusal(sentence), ...(status === 503 && { retryAfter: 5 }) };
  } finally {
    await release();
  }
}

function refusal(problem: string): SendAnswer {
  return { ok: false, kind: 'refused', problem };
}
