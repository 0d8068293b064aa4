import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { actOnPublishing } from '../act-on-publishing.ts';
import { readPublishing } from '../read-publishing.ts';

/** What the page for publishing starts from, as JSON, for the sheet over the text. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return Response.json(await readPublishing(args));
}

/** Does what a form of the sheet asks for, as its page does, and answers in JSON. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { data, init } = await actOnPublishing(args);
  return Response.json(data, init ?? {});
}
