import type { AuditActor, AuditEntry } from '../audit/audit-entry.ts';
import type { Locale } from '../locales/locale.ts';
import type { Item } from './item.ts';

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
  const isOne = items.length === 1 && item !== undefined;
  const details = { ...(!isOne && { count: items.length }), ...(languages.length > 0 && { languages }) };
  return {
    act,
    at,
    actor,
    ...(isOne && { object: { kind: 'item', id: item.id, name: titleOf(item) } }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

function titleOf({ languages, sourceLanguage }: Item): string {
  return (languages[sourceLanguage] ?? Object.values(languages)[0])?.title ?? '';
}
