import type { AuditActor, AuditDetails, AuditEntry } from '../audit/audit-entry.ts';
import type { Item } from '../content/item.ts';
import { titleOf } from '../item-cards/create-item-card.ts';
import type { Locale } from '../locales/locale.ts';

/** Characters of a title on record. */
const TITLE = 200;

/** What the audit log says of something that was done to an item. */
export function itemEntry({
  item,
  details = {},
  ...entry
}: Pick<AuditEntry, 'act' | 'at' | 'actor'> & { item: Item; details?: AuditDetails }): AuditEntry {
  return {
    ...entry,
    object: { kind: 'item', id: item.id, name: titleOf(item, item.sourceLanguage).slice(0, TITLE).toWellFormed() },
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** What the audit log says of items that became public or ceased to be: which one, or how many, and in which languages. */
export function publicationEntry({
  act,
  at,
  actor,
  items,
  languages,
}: {
  act: 'item.published' | 'item.unpublished' | 'item.imported';
  at: number;
  actor: AuditActor;
  /** At least one. */
  items: Item[];
  languages: Locale[];
}): AuditEntry {
  const [item] = items;
  const given = languages.length > 0 ? { languages } : {};
  if (item && items.length === 1) return itemEntry({ act, at, actor, item, details: given });
  return { act, at, actor, details: { count: items.length, ...given } };
}
