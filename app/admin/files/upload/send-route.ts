import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requirePermission } from '../../require-permission.ts';
import { takeUpload } from './take-file.ts';

/** Takes a file that arrived in parts and answers with its id as JSON, for scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.upload');
  const { status, answer, retryAfter } = await takeUpload(request, actor);
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return Response.json(answer, { status, headers });
}

/** GET is not supported. @throws 405, after checking the rights */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requirePermission(readAccountRequest(args), 'media.upload');
  throw data(null, { status: 405, statusText: 'Method Not Allowed' });
}
