import type { Actor } from '#core/access/actor.ts';
import type { StoreFileOutcome } from '#core/files/store-file.ts';
import { fileField, formShape, MAX_FORM_BYTES } from '#core/forms/form-shape.ts';
import { MAX_OTHER_FILE_BYTES } from '#core/media/media-limits.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { createEditorTranslator } from '../../editor/context/read-editor-messages.ts';
import { takePicture } from '../../editor/pictures/take-picture.ts';
import type { SendAnswer } from './upload-answer.ts';

/** A form with a file and its multipart overhead. */
const FILE_FORM = formShape({ file: fileField() }, MAX_OTHER_FILE_BYTES + MAX_FORM_BYTES);

/** What became of an upload, with its status, and after how many seconds it can be tried again. */
export interface TakenFile {
  status: number;
  answer: SendAnswer;
  retryAfter?: number;
}

/** Takes the file of a request into the library. Check the right first. @throws as `requireForm` */
export async function takeFile(request: AccountRequest, actor: Actor): Promise<TakenFile> {
  const t = createEditorTranslator(request.locale);
  const received = await request.receiveForm(FILE_FORM);
  if ('status' in received && received.retryAfter !== undefined) {
    const problem = t(received.status === 429 ? 'picture.tooManyAtOnce' : 'picture.tooManyOnSite');
    return { status: received.status, answer: refusal(problem), retryAfter: received.retryAfter };
  }
  const form = await requireForm({ receiveForm: async () => received }, FILE_FORM);
  let stored: StoreFileOutcome | undefined;
  const { status, answer } = await takePicture(form, {
    async storeFile(file) {
      stored = await request.storeFile(actor, { ...file, language: request.locale, isKept: true });
      return stored;
    },
    t,
  });
  if (!answer.ok) return { status, answer: refusal(answer.problem) };
  return { status, answer: { ok: true, id: answer.media, isNew: stored?.ok === true && stored.isNew } };
}

function refusal(problem: string): SendAnswer {
  return { ok: false, kind: 'refused', problem };
}
