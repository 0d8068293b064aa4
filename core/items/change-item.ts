import type { Actor } from '../access/actor.ts';
import type { AuditActor, AuditDetails, AuditEntry } from '../audit/audit-entry.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { contentPath } from '../content/collections.ts';
import { type Item, PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import type { SiteConfig } from '../site/site-config.ts';

export interface ItemDependencies {
  store: DocumentStore;
  config: SiteConfig;
  /** Where it is written; without them, items stand as their snapshots say. */
  drafts?: Drafts | undefined;
  /** Milliseconds since 1970; the clock of the machine when missing. */
  now?: () => number;
}

/** Which item, and optionally as whoever asks knows it. */
export interface ItemTarget {
  id: string;
  /** Of the item's document; `conflict` when it is another one by now. */
  expectedVersion?: number | undefined;
}

/** Unless `ok`, nothing has changed. `conflict`: somebody else changed the item in the meantime. */
export type ItemFailure<Reason extends string = never> = {
  ok: false;
  reason: 'not-found' | 'in-trash' | 'conflict' | Reason;
};

export type ItemSuccess = { ok: true; item: Item; version: number };

export type ItemOutcome<Reason extends string = never> = ItemSuccess | ItemFailure<Reason>;

/** What an act makes of an item, and what the audit log says of it; no entry when nothing is worth one. */
export interface Decision {
  ok: true;
  item: Item;
  entry?: { act: AuditEntry['act']; details?: AuditDetails };
}

/**
 * Reads an item, decides, and writes what was decided with its entry in the audit log, in one commit; when somebody else
 * was first, again with what is true by then. `decide` may stage more, and throws `Forbidden` for who may not.
 */
export async function changeItem<Reason extends string = never>(
  { store, config, now = Date.now }: ItemDependencies,
  actor: Actor,
  { id, expectedVersion, inTrash = false }: ItemTarget & { inTrash?: boolean },
  decide: (
    unit: UnitOfWork,
    item: Item,
    at: number,
  ) => Decision | ItemFailure<Reason> | Promise<Decision | ItemFailure<Reason>>,
): Promise<ItemOutcome<Reason>> {
  const path = contentPath.item(id);
  return retryOnConflict<ItemOutcome<Reason>>(
    async () => {
      const unit = createUnitOfWork(store);
      await unit.read([path]);
      const item = unit.get<Item>(path);
      if (!item || item.trashedAt === PURGING) return { ok: false, reason: 'not-found' };
      const at = now();
      const decided = await decide(unit, item, at);
      if (!decided.ok) return decided;
      if ((item.trashedAt !== undefined) !== inTrash) return { ok: false, reason: inTrash ? 'not-found' : 'in-trash' };
      if (expectedVersion !== undefined && expectedVersion !== unit.versionOf(path)) {
        return { ok: false, reason: 'conflict' };
      }
      stageItem(unit, config, decided.item);
      if (decided.entry) unit.append(auditWrite(itemEntry({ ...decided.entry, at, actor: onRecord(actor), item })));
      const version = (await unit.commit()) ?? unit.versionOf(path);
      return { ok: true, item: unit.get<Item>(path) ?? decided.item, version };
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}

/** Who acts, as the audit log names them. */
export function onRecord(actor: Actor): AuditActor {
  return actor.kind === 'anonymous'
    ? { kind: 'anonymous' }
    : { kind: actor.kind, id: actor.id, name: actor.name.slice(0, 300) };
}

/** Who acts, as items name them. @throws Error for nobody, whom the table of roles lets do nothing. */
export function personOf(actor: Actor): { id: string; name: string } {
  if (actor.kind === 'anonymous') throw new Error('Nobody is signed in');
  return { id: actor.id, name: actor.name };
}

/** Whether any language of an item ever was public. */
export function wasPublished({ languages }: Item): boolean {
  return Object.values(languages).some(({ revision, publishedSlug }) => revision > 0 || publishedSlug !== undefined);
}

/** The item with a change to some of its languages. */
export function withLanguages(
  item: Item,
  languages: readonly string[],
  change: (content: Item['languages'][string]) => Item['languages'][string],
): Item {
  const changed = Object.entries(item.languages).map(([language, content]) => [
    language,
    languages.includes(language) ? change(content) : content,
  ]);
  return { ...item, languages: Object.fromEntries(changed) };
}
