import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { fileField, formShape, MAX_FORM_BYTES } from '#core/forms/form-shape.ts';
import { toldLimits } from '#core/media/media-limits.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireForm } from '../../../account/receive-form.ts';
import { requirePermission } from '../../require-permission.ts';
import { createEditorTranslator } from '../context/read-editor-messages.ts';
import { type PictureAnswer, takePicture } from './take-picture.ts';

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
    return Response.json({ ok: false, problem } satisfies PictureAnswer, { status: received.status });
  }
  const form = await requireForm({ receiveForm: async () => received }, shape);
  const { status, answer } = await takePicture(form, {
    storeFile: (file) => request.storeFile(actor, { ...file, isPicture, language: request.locale }),
    t,
    limits: toldLimits(request.limits),
  });
  return Response.json(answer, { status });
}

/** GET is not supported. @throws 405, after checking the rights */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requirePermission(readAccountRequest(args), 'media.upload');
  throw data(null, { status: 405, statusText: 'Method Not Allowed' });
}
