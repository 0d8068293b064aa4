import type { ActionFunctionArgs } from 'react-router';
import { refuseGet } from '../../require-permission.ts';
import { retireAction } from '../retire-action.ts';

/** JSON endpoint of merging and removing with script, which sends several requests one after another. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const answer = await retireAction(args);
  return Response.json(answer.data, { status: answer.init?.status ?? 200 });
}

export const loader = refuseGet('topics.retire');
