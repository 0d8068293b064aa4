import { data, type LoaderFunctionArgs } from 'react-router';
import { EXPORT_FORMATS, exportMessages } from '#core/inbox/export-messages.ts';
import { readAccountRequest } from '../../../account/account-request.ts';
import { requirePermission } from '../../require-permission.ts';
import { readInboxQuery } from '../inbox-query.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Downloads the messages of a list; 403 without the right to handle the inbox. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'inbox.manage');
  const { store, url } = request;
  const format = EXPORT_FORMATS.find((name) => name === (url.searchParams.get('format') ?? 'csv'));
  if (!format) throw data(null, { status: 404, statusText: 'Not Found' });
  const { view, q } = readInboxQuery(url.searchParams);
  const text = await exportMessages({ store }, actor, { view, ...(q !== '' && { words: q }) }, format);
  const day = new Date().toISOString().slice(0, 10);
  return new Response(text, {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="messages-${day}.${format}"`,
    },
  });
}
