import type { LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { requirePermission } from '../../require-permission.ts';
import { findLinkTargets } from './find-link-targets.ts';

/** Link targets as JSON, for the search while typing. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { searchParams } = request.url;
  const services = { ...args.context.get(pageServices), store: request.store, itemSearch: request.itemSearch };
  return Response.json(
    await findLinkTargets(services, actor, {
      query: (searchParams.get('q') ?? '').slice(0, 2_000),
      language: searchParams.get('language') ?? request.locale,
      locale: request.locale,
      type: searchParams.get('type') ?? undefined,
    }),
  );
}
