import type { LoaderFunctionArgs } from 'react-router';
import { readAccountRequest } from '../../../account/account-request.ts';
import { pageServices } from '../../../context/context.ts';
import { refuseForbidden, requirePermission } from '../../require-permission.ts';
import { findItems } from '../actions/find-items.ts';
import { nameItem } from '../item-name.ts';

/** Maximum items per type. Source: Meki's own. */
const LIMIT = 5;

/** Search results for the command palette: `{items: [{id, label, type, href}]}`. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'draft.read');
  const { config } = args.context.get(pageServices);
  const { locale, pathTo, url } = request;
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
  if (q === '') return Response.json({ items: [] });
  const found = await refuseForbidden(request, actor, () =>
    Promise.all(
      config.contentTypes.map(({ key }) =>
        findItems(request, actor, {
          q,
          search: { type: key, place: 'shown', sort: 'edited', language: locale },
          limit: LIMIT,
        }),
      ),
    ),
  );
  const items = found.flatMap(({ cards }, index) =>
    cards.map((card) => ({
      id: card.id,
      label: nameItem(config, locale, card).title,
      type: config.contentTypes[index]?.labels.singular[locale] ?? card.type,
      href: pathTo(`/admin/items/${card.type}/${card.id}`),
    })),
  );
  return Response.json({ items });
}
