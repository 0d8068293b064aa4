import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requirePermission } from '../../require-permission.ts';
import { retireAction } from '../retire-action.ts';

/** JSON endpoint of merging and removing with script, which sends several requests one after another. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const answer = await retireAction(args);
  return Response.json(answer.data, { status: answer.init?.status ?? 200 });
}

/** GET is not supported. @throws 405, after checking the rights */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requirePermission(readAccountRequest(args), 'topics.retire');
  throw data(null, { status: 405, statusText: 'Method Not Allowed' });
}
