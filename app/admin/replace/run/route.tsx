import type { ActionFunctionArgs } from 'react-router';
import { refuseGet } from '../../require-permission.ts';
import { replaceAction } from '../replace-action.ts';

/** JSON endpoint of replacements with script, which sends several requests one after another. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const answer = await replaceAction(args);
  return Response.json(answer.data, { status: answer.init?.status ?? 200 });
}

export const loader = refuseGet('draft.read');
