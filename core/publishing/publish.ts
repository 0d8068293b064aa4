import type { AuditActor } from '../audit/audit-entry.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { contentPath } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { itemProblems } from '../content/validate-item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { publicationEntry } from './publication-entry.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { type PublicationChange, stagePublications } from './stage-publications.ts';

export interface PublishDependencies {
  store: DocumentStore;
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

/**
 * Publishes the current text of the given languages of an item, all or none, in one commit with the audit entry. A language
 * whose publication is up to date keeps it.
 * @param expectedVersion of the item's document; on a mismatch the answer is `conflict`.
 */
export function publish(
  dependencies: PublishDependencies,
  id: string,
  languages: Locale[],
  expectedVersion?: number,
): Promise<PublishOutcome> {
  return changePublications(dependencies, id, { publish: languages, unpublish: [] }, expectedVersion);
}

/**
 * Unpublishes languages of an item, all or none. Their addresses become old addresses, which work again once it is republished.
 */
export function unpublish(
  dependencies: PublishDependencies,
  id: string,
  languages: Locale[],
  expectedVersion?: number,
): Promise<PublishOutcome> {
  return changePublications(dependencies, id, { publish: [], unpublish: languages }, expectedVersion);
}

async function changePublications(
  { store, config, actor, now = Date.now }: PublishDependencies,
  id: string,
  change: Pick<PublicationChange, 'publish' | 'unpublish'>,
  expectedVersion: number | undefined,
): Promise<PublishOutcome> {
  return retryOnConflict<PublishOutcome>(
    async () => {
      const unit = createUnitOfWork(store);
      const path = contentPath.item(id);
      await unit.read([path]);
      const item = unit.get<Item>(path);
      if (!item) return { ok: false, reason: 'not-found' };
      if (expectedVersion !== undefined && unit.versionOf(path) !== expectedVersion) {
        return { ok: false, reason: 'conflict' };
      }
      const problems = change.publish.length > 0 ? itemProblems(config, item, change.publish) : [];
      if (problems.length > 0) return { ok: false, reason: 'invalid', problems };
      const at = now();
      const outcome = await stagePublications(unit, config, item, { ...change, at });
      if (!outcome.ok) return outcome;
      if (outcome.changed.length === 0) return outcome;
      const act = change.publish.length > 0 ? 'item.published' : 'item.unpublished';
      unit.append(auditWrite(publicationEntry({ act, at, actor, items: [outcome.item], languages: outcome.changed })));
      await unit.commit();
      return outcome;
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}
