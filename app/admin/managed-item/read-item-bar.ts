import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import { isFixedPage } from '#core/content/validate-item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { wasPublished } from '#core/publishing/change-item.ts';
import type { AccountRequest } from '../../account/account-request.ts';
import { itemPaths } from './read-managed-item.ts';

/** What the bar of an item's pages needs. */
export type ItemBar = ReturnType<typeof readItemBar>;

export function readItemBar(
  { pathTo, locale }: Pick<AccountRequest, 'pathTo' | 'locale'>,
  actor: Actor,
  { item, type }: { item: Item; type: ContentType },
) {
  const isTrashed = item.trashedAt !== undefined;
  const about = { authorId: item.authorId ?? '', wasPublished: wasPublished(item) };
  return {
    id: item.id,
    paths: itemPaths({ pathTo }, item),
    list: { href: pathTo(`/admin/items/${type.key}`), label: type.labels.plural[locale] ?? type.key },
    may: {
      duplicate: !isTrashed && may(actor, 'item.create'),
      trash: !isTrashed && !isFixedPage(item) && may(actor, 'item.trash', about),
    },
  };
}
