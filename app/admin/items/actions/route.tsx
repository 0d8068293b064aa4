import { type ActionFunctionArgs, data as answerWith, type LoaderFunctionArgs } from 'react-router';
import { listAction } from './list-action.ts';
import { readListRequest } from './list-request.ts';

/** JSON endpoint for list forms with script, so that batches can be sent one after another. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const answer = await listAction(args);
  return Response.json(answer.data, { status: answer.init?.status ?? 200 });
}

/** GET is not supported. @throws 405, after checking the rights */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await readListRequest(args);
  throw answerWith(null, { status: 405, statusText: 'Method Not Allowed' });
}
