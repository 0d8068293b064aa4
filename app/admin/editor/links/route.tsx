import type { LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { requirePermission } from '../../require-permission.ts';
import { describeLinks } from './describe-links.ts';
import { findLinkTargets } from './find-link-targets.ts';

/** Links that one request may ask for. Source: Meki's own. */
const MOST_ASKED = 50;

/** Link targets as JSON, for the search while typing, or what the given links lead to. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { searchParams } = request.url;
  const services = { ...args.context.get(pageServices), store: request.store, itemSearch: request.itemSearch };
  const language = searchParams.get('language') ?? request.locale;
  const values = searchParams.getAll('link').slice(0, MOST_ASKED);
  if (values.length > 0) {
    return Response.json(await describeLinks(services, actor, { values, language }));
  }
  return Response.json(
    await findLinkTargets(services, actor, {
      query: (searchParams.get('q') ?? '').slice(0, 2_000),
      language,
      locale: request.locale,
      type: searchParams.get('type') ?? undefined,
      isField: searchParams.has('field'),
    }),
  );
}
