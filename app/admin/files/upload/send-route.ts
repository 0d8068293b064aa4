import type { ActionFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { refuseGet, requirePermission } from '../../require-permission.ts';
import { takeUpload } from './take-file.ts';

/** Takes a file that arrived in parts and answers with its id as JSON, for scripts. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'media.upload');
  const { status, answer, retryAfter } = await takeUpload(request, actor);
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return Response.json(answer, { status, headers });
}

export const loader = refuseGet('media.upload');
