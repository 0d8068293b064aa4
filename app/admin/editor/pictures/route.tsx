import type { ActionFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requireAct } from '../../require-act.ts';
import { createEditorTranslator } from '../read-editor-messages.ts';
import { takePicture } from './take-picture.ts';

/** Takes a picture for a text, and answers with its id as JSON. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  await requireAct(request, 'media.upload');
  const { status, answer } = await takePicture(await args.request.formData(), {
    storeMedia: request.storeMedia,
    t: createEditorTranslator(request.locale),
  });
  return Response.json(answer, { status });
}
