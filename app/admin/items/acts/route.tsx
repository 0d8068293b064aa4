import { type ActionFunctionArgs, data as answerWith, type LoaderFunctionArgs } from 'react-router';
import { actOnList } from './act-on-list.ts';
import { readListRequest } from './list-request.ts';

/** What the forms of a list post to with script: the answer alone, so that many parts can follow one another. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const answer = await actOnList(args);
  return Response.json(answer.data, { status: answer.init?.status ?? 200 });
}

/** There is nothing to read here. @throws 405, for who may be here at all */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await readListRequest(args);
  throw answerWith(null, { status: 405, statusText: 'Method Not Allowed' });
}
