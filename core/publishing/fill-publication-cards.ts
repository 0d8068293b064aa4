import { items } from '../content/collections.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { type CoveringOptions, coverItems, isCoveringOutdated } from '../item-cards/cover-items.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { stageListings } from './stage-publications.ts';

/** Increase when the contents or rules of publication cards change. */
const CARD_FORM = 1;

const JOB = jobs.at('publication-cards');

/**
 * Adapts the lists of every language to the site's languages and types, after those have changed. Once complete, it does
 * nothing until then. Resumes where it was interrupted.
 * @returns the number of items whose entries changed
 */
export async function fillPublicationCards(
  store: DocumentStore,
  config: SiteConfig,
  options: CoveringOptions & { onBatch?: (items: number, written: number) => void } = {},
): Promise<number> {
  return coverItems(store, JOB, {
    ...options,
    purpose: purposeOf(config),
    each: (id) => mendPublicationCards(store, config, id),
  });
}

/** Whether the lists were adapted to other languages and types than the site's, or not completely. */
export function arePublicationCardsOutdated(store: DocumentStore, config: SiteConfig): Promise<boolean> {
  return isCoveringOutdated(store, JOB, purposeOf(config));
}

/** Hash of everything except the publications that cards depend on. */
function purposeOf(config: SiteConfig): string {
  // Topics are the same on every site: `CARD_FORM` stands for them.
  const types = listedTypes(config).filter(({ isTopic }) => !isTopic);
  const rules = types.map(({ key, missingLanguage, listing }) => [key, missingLanguage, listing ?? null]);
  return contentHash([CARD_FORM, config.locales.map(({ code }) => code), rules]);
}

function mendPublicationCards(store: DocumentStore, config: SiteConfig, id: string): Promise<number> {
  return retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read([items.at(id)]);
    const item = unit.get(items.at(id));
    if (item) await stageListings(unit, config, item);
    if (unit.size() === 0) return 0;
    await unit.commit();
    return 1;
  });
}
