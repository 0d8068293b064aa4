import type { LoaderFunctionArgs } from 'react-router';
import { readItemPreview } from '../read-preview.ts';

/** The data of the preview as JSON, for the pane beside the text. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return Response.json(await readItemPreview(args));
}
