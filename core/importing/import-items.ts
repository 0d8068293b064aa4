import type { AuditActor } from '../audit/audit-entry.ts';
import { auditWrite } from '../audit/record-audit.ts';
import type { Item } from '../content/item.ts';
import { MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { MediaDependencies } from '../media/store-media.ts';
import { formatPath, type Problem } from '../problems/problem.ts';
import { mostWritesOfItem } from '../publishing/commit-room.ts';
import { importEntry } from '../publishing/publication-entry.ts';
import { type BlockIdGenerator, deterministicBlockId } from '../rich-text/block-ids.ts';
import type { MarkdownParser } from '../rich-text/markdown-parser.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { importCover } from './import-cover.ts';
import { type ImportedItem, readImportedItem } from './imported-item.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';
import { importedItemProblems, stageImport } from './stage-import.ts';

export interface ImportDependencies extends MediaDependencies {
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
  parseMarkdown: MarkdownParser;
  generateBlockId?: BlockIdGenerator;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

export interface ImportProgress {
  /** Items that were new or changed. */
  imported: number;
  /** Items that already existed with the same contents. */
  unchanged: number;
  /** Items, or unreadable files, that were skipped. */
  refused: number;
}

export interface ImportReport extends ImportProgress {
  /** `file:line: field: what is wrong` */
  problems: string[];
}

/** Maximum items per batch and commit. */
const BATCH = 64;

type ReadItem = { source: SourcedItem; item: ImportedItem };

/**
 * Creates or replaces items and publishes the given languages. Unchanged items are skipped, and so are items with a problem.
 * Languages that an imported item does not contain stay unchanged. An interrupted import has committed whole batches and can be run
 * again (idempotent). The audit log has one entry per batch, in the same commit.
 */
export async function importItems(
  dependencies: ImportDependencies,
  sources: AsyncIterable<SourcedItem | UnreadableItem>,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, unchanged: 0, refused: 0, problems: [] };
  const full = MAX_WRITES_PER_COMMIT - mostWritesOfItem(dependencies.config) - 1;
  const origins = new Map<string, string>();
  const covers = new Map<string, Promise<string | Problem>>();

  const places = new WeakMap<SourcedItem, number>();
  const problems: { place: number; text: string }[] = [];

  const refuse = (source: SourcedItem, found: Problem[]) => {
    report.refused++;
    for (const problem of found) {
      const path = formatPath(problem.path);
      const text = `${source.file}:${source.lineOf(problem)}: ${path && `${path}: `}${problem.message}`;
      problems.push({ place: places.get(source) ?? 0, text });
    }
  };

  const admit = async (source: SourcedItem): Promise<ReadItem | undefined> => {
    const { item, problems: found } = readImportedItem(source.value, dependencies.parseMarkdown);
    if (!item || found.length > 0) {
      return void refuse(source, [...found, ...(item ? importedItemProblems(dependencies.config, item) : [])]);
    }
    const origin = origins.get(item.id);
    if (origin !== undefined) {
      return void refuse(source, [{ path: ['id'], message: `"${item.id}" is also the id of the item at ${origin}` }]);
    }
    origins.set(item.id, `${source.file}:${source.lineOf({ path: [] })}`);
    const cover = await importCover(dependencies, covers, source, item);
    return cover.ok ? { source, item: cover.imported } : void refuse(source, [cover.problem]);
  };

  /** Commits as many of the first items as one commit can hold, at least one. */
  const commitFirst = (batch: readonly ReadItem[], isLastChance: boolean) =>
    retryOnConflict(async () => {
      const unit = createUnitOfWork(dependencies.store);
      const done: ImportProgress = { imported: 0, unchanged: 0, refused: 0 };
      const refusals: [ReadItem, Problem[]][] = [];
      const postponed: ReadItem[] = [];
      const brought: Item[] = [];
      const published = new Set<Locale>();
      const at = (dependencies.now ?? Date.now)();
      let taken = 0;
      for (const read of batch) {
        if (taken > 0 && unit.size() > full) break;
        const outcome = await unit.attempt(
          () =>
            stageImport(unit, read.item, {
              config: dependencies.config,
              generateBlockId: dependencies.generateBlockId ?? deterministicBlockId,
              at,
            }),
          (result) => result.ok && result.changed,
        );
        taken++;
        if (!outcome.ok && outcome.addressTaken && !isLastChance) postponed.push(read);
        else if (!outcome.ok) refusals.push([read, outcome.problems]);
        else done[outcome.changed ? 'imported' : 'unchanged']++;
        if (!outcome.ok || !outcome.changed) continue;
        brought.push(outcome.item);
        for (const language of outcome.published) published.add(language);
      }
      if (brought.length > 0) {
        const languages = dependencies.config.locales.map(({ code }) => code).filter((code) => published.has(code));
        const { actor } = dependencies;
        unit.append(auditWrite(importEntry({ at, actor, items: brought, languages })));
      }
      await unit.commit();
      return { taken, done, refusals, postponed };
    });

  /** @returns the items whose address is taken by another item. */
  const commitBatch = async (batch: ReadItem[], isLastChance: boolean): Promise<ReadItem[]> => {
    const waiting: ReadItem[] = [];
    while (batch.length > 0) {
      const { taken, done, refusals, postponed } = await commitFirst(batch, isLastChance);
      report.imported += done.imported;
      report.unchanged += done.unchanged;
      for (const [{ source }, problems] of refusals) refuse(source, problems);
      waiting.push(...postponed);
      batch.splice(0, taken);
    }
    onProgress({ imported: report.imported, unchanged: report.unchanged, refused: report.refused });
    return waiting;
  };

  let batch: ReadItem[] = [];
  let waiting: ReadItem[] = [];
  let place = 0;
  for await (const source of sources) {
    place++;
    if ('unreadable' in source) {
      report.refused++;
      problems.push({ place, text: `${source.file}:${source.line}: ${source.unreadable}` });
      continue;
    }
    places.set(source, place);
    const admitted = await admit(source);
    if (admitted) batch.push(admitted);
    if (batch.length < BATCH) continue;
    waiting.push(...(await commitBatch(batch, false)));
    batch = [];
  }
  waiting.push(...(await commitBatch(batch, false)));
  // Retry while there is progress: an item may take the address that another item of the import leaves.
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = await commitBatch(waiting, false);
  }
  await commitBatch(waiting, true);
  report.problems = problems.sort((a, b) => a.place - b.place).map(({ text }) => text);
  return report;
}
