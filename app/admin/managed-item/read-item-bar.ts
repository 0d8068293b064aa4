import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import { isFixedItem } from '#core/content/validate-item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { wasPublished } from '#core/publishing/change-item.ts';
import type { AccountRequest } from '../../account/account-request.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { itemPaths } from './read-managed-item.ts';

/** What the bar of an item's pages needs. */
export type ItemBar = ReturnType<typeof readItemBar>;

export function readItemBar(
  { pathTo, locale }: Pick<AccountRequest, 'pathTo' | 'locale'>,
  actor: Actor,
  { item, type }: { item: Item; type: ContentType },
) {
  const isOfSite = type.appearsAs === 'site';
  const isTrashed = item.trashedAt !== undefined;
  const about = { authorId: item.authorId ?? '', wasPublished: wasPublished(item) };
  return {
    id: item.id,
    paths: itemPaths({ pathTo }, item),
    list: isOfSite
      ? { href: pathTo('/admin/site'), label: createAdminTranslator(locale)('pages.site') }
      : { href: pathTo(`/admin/items/${type.key}`), label: type.labels.plural[locale] ?? type.key },
    ...(type.isTopic &&
      !isTrashed &&
      may(actor, 'topics.retire') && { retireHref: pathTo(`/admin/topics/${item.id}`) }),
    may: {
      duplicate: !isTrashed && !isOfSite && may(actor, 'item.create'),
      trash: !isTrashed && !isFixedItem(item) && may(actor, 'item.trash', about),
    },
  };
}
