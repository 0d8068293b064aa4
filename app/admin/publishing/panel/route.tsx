import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { publishingAction } from '../publishing-action.ts';
import { readPublishing } from '../read-publishing.ts';

/** The data of the publishing page as JSON, for the sheet over the text. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return Response.json(await readPublishing(args));
}

/** Handles the forms of the sheet like its page, and answers with JSON. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { data, init } = await publishingAction(args);
  return Response.json(data, init ?? {});
}
