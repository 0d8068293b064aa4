import type { Actor } from '../access/actor.ts';
import { type AuditDetails, type AuditEntry, auditWrite, onRecord } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import { type Item, PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Drafts, SettledItem } from '../drafts/drafts.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { itemEntry } from './publication-entry.ts';
import type { ReviewMails } from './review-mails.ts';
import { knownDocuments } from './settle-items.ts';
import type { TryPage } from './try-page.ts';

export interface ItemDependencies {
  store: DocumentStore;
  config: SiteConfig;
  /** The drafts; without them, the snapshots of items are used. */
  drafts?: Drafts | undefined;
  /** Renders each page before it becomes public; without it, what cannot be rendered is found only by visitors. */
  tryPage?: TryPage | undefined;
  /** Tells people of reviews by mail; without it, nobody can be chosen and nobody is told. */
  reviewMails?: ReviewMails | undefined;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

/** An item, optionally with the version that the caller knows. */
export interface ItemTarget {
  id: string;
  /** Version of the item's document; on a mismatch the answer is `conflict`. */
  expectedVersion?: number | undefined;
  /** Whether the item is as the caller knows it; if not, the answer is `conflict`. */
  isAsKnown?: ((item: Item) => boolean) | undefined;
  /** The item if the caller has just read it, settled where the action needs that: it is read again only after a conflict. */
  settled?: SettledItem | undefined;
}

/** Unless `ok`, nothing has changed. `conflict`: the item was changed concurrently. */
export type ItemFailure<Reason extends string = never> = {
  ok: false;
  reason: 'not-found' | 'in-trash' | 'conflict' | Reason;
};

/** `before` is the item that was changed, if there was one. */
export type ItemSuccess = { ok: true; item: Item; version: number; before?: Item };

export type ItemOutcome<Reason extends string = never> = ItemSuccess | ItemFailure<Reason>;

/** The decision about an item, and its audit entry, if any. */
export interface Decision {
  ok: true;
  item: Item;
  entry?: { action: AuditEntry['action']; details?: AuditDetails };
}

/**
 * Reads an item, decides, and commits the decision with its audit entry; retries on conflict. `decide` may stage more writes,
 * and throws `Forbidden` if the actor lacks the right.
 */
export async function changeItem<Failure extends { ok: false; reason: string } = never>(
  { store, config, now = Date.now }: ItemDependencies,
  actor: Actor,
  { id, expectedVersion, isAsKnown, settled, inTrash = false }: ItemTarget & { inTrash?: boolean },
  decide: (
    unit: UnitOfWork,
    item: Item,
    at: number,
  ) => Decision | ItemFailure | NoInfer<Failure> | Promise<Decision | ItemFailure | NoInfer<Failure>>,
): Promise<ItemOutcome | Failure> {
  const ref = items.at(id);
  let known = knownDocuments({ settled });
  return retryOnConflict<ItemOutcome | Failure>(
    async () => {
      const unit = new UnitOfWork(store, known);
      known = [];
      await unit.read([ref]);
      const item = unit.get(ref);
      if (!item || item.trashedAt === PURGING) return { ok: false, reason: 'not-found' };
      if (isAsKnown?.(item) === false) return { ok: false, reason: 'conflict' };
      const at = now();
      const decided = await decide(unit, item, at);
      if (!decided.ok) return decided;
      if ((item.trashedAt !== undefined) !== inTrash) return { ok: false, reason: inTrash ? 'not-found' : 'in-trash' };
      if (expectedVersion !== undefined && expectedVersion !== unit.versionOf(ref)) {
        return { ok: false, reason: 'conflict' };
      }
      stageItem(unit, config, decided.item);
      if (decided.entry) unit.append(auditWrite(itemEntry({ ...decided.entry, at, actor: onRecord(actor), item })));
      await unit.commit();
      return { ok: true, item: unit.get(ref) ?? decided.item, version: unit.versionOf(ref), before: item };
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}

/** Whether any language of an item was ever public. */
export function wasPublished({ languages }: Item): boolean {
  return Object.values(languages).some(({ revision, publishedSlug }) => revision > 0 || publishedSlug !== undefined);
}

/** The item with some languages changed. */
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
