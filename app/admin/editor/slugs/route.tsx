import { data, type LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { requirePermission } from '../../require-permission.ts';
import { findItem } from '../context/read-editor.ts';
import { checkSlug } from './check-slug.ts';

/** Whether a slug can be published, as JSON, while typing. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const { searchParams } = request.url;
  const language = searchParams.get('language') ?? '';
  const item = await findItem(request.store, searchParams.get('item') ?? '');
  if (!item || !config.locales.some(({ code }) => code === language)) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  const { store } = request;
  return Response.json(await checkSlug({ store, config }, item, language, searchParams.get('slug') ?? ''));
}
