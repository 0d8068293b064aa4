import type { AuditActor, AuditDetails, AuditEntry } from '../audit/audit-log.ts';
import type { Item } from '../content/item.ts';
import { titleOf } from '../item-cards/create-item-card.ts';
import type { Locale } from '../locales/locale.ts';

/** Maximum characters of a title in the audit log. */
const TITLE = 200;

/** The audit entry of an action on an item. */
export function itemEntry({
  item,
  details = {},
  ...entry
}: Pick<AuditEntry, 'action' | 'at' | 'actor'> & { item: Item; details?: AuditDetails }): AuditEntry {
  return {
    ...entry,
    object: { kind: 'item', id: item.id, name: titleOf(item, item.sourceLanguage).slice(0, TITLE).toWellFormed() },
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** The audit entry of an import: the item, or the number of items, and their languages. */
export function importEntry({
  at,
  actor,
  items,
  languages,
}: {
  at: number;
  actor: AuditActor;
  /** At least one. */
  items: Item[];
  languages: Locale[];
}): AuditEntry {
  const [item] = items;
  const action = 'item.imported';
  const given = languages.length > 0 ? { languages } : {};
  if (item && items.length === 1) return itemEntry({ action, at, actor, item, details: given });
  return { action, at, actor, details: { count: items.length, ...given } };
}
