import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { fileField, formShape, MAX_FORM_BYTES } from '#core/forms/form-shape.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { requirePermission } from '../../require-permission.ts';
import { createEditorTranslator } from '../context/read-editor-messages.ts';
import { type PictureAnswer, takePicture } from './take-picture.ts';

/** Seconds after which a picture may be sent again that found the site busy. Source: Meki's own. */
const RETRY_AFTER = '5';

/** Uploads a picture, or with the address parameter `any` a file of any kind, and answers with its id as JSON. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.upload');
  const t = createEditorTranslator(request.locale);
  const isPicture = !request.url.searchParams.has('any');
  // With its multipart overhead.
  const most = isPicture ? request.limits.picture : request.limits.file;
  const shape = formShape({ file: fileField() }, most + MAX_FORM_BYTES);
  const received = await request.receiveForm(shape);
  if ('status' in received && received.retryAfter !== undefined) {
    const problem = t(received.status === 429 ? 'picture.tooManyAtOnce' : 'picture.tooManyOnSite');
    return answerAs(received.status, { ok: false, problem });
  }
  const form = await requireForm({ receiveForm: async () => received }, shape);
  const { status, answer } = await takePicture(form, {
    storeFile: (file) => request.storeFile(actor, { ...file, isPicture, language: request.locale }),
    t,
    limits: toldLimits(request.limits),
  });
  return answerAs(status, answer);
}

function answerAs(status: number, answer: PictureAnswer): Response {
  return Response.json(answer, { status, headers: status === 503 ? { 'Retry-After': RETRY_AFTER } : {} });
}

/** GET is not supported. @throws 405, after checking the rights */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requirePermission(readAccountRequest(args), 'media.upload');
  throw data(null, { status: 405, statusText: 'Method Not Allowed' });
}
