import type { AuditActor } from '../audit/audit-entry.ts';
import { type CommittedItem, commitPublications, isChanged } from '../items/commit-publications.ts';
import type { MediaDependencies, StoreMediaOutcome } from '../media/store-media.ts';
import { formatPath, type Problem } from '../problems/problem.ts';
import { importEntry } from '../publishing/publication-entry.ts';
import { type BlockIdGenerator, deterministicBlockId } from '../rich-text/block-ids.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { ANY_PICTURE, pictureTaker, withPictures } from './import-pictures.ts';
import { importedGroup, importedItemProblems } from './imported-group.ts';
import { type ImportedItem, readImportedItem, type TextParsers } from './imported-item.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';

export interface ImportDependencies extends MediaDependencies, TextParsers {
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
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
  const { generateBlockId = deterministicBlockId } = dependencies;
  const origins = new Map<string, string>();
  const pictures = new Map<string, Promise<StoreMediaOutcome>>();
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
    const { config } = dependencies;
    const { item, problems: found } = readImportedItem(source.value, dependencies);
    if (!item) return void refuse(source, found);
    if (found.length > 0) {
      const complete = await withPictures(config, source, item, async () => ANY_PICTURE);
      return void refuse(source, [...found, ...importedItemProblems(config, complete)]);
    }
    const origin = origins.get(item.id);
    if (origin !== undefined) {
      return void refuse(source, [{ path: ['id'], message: `"${item.id}" is also the id of the item at ${origin}` }]);
    }
    origins.set(item.id, `${source.file}:${source.lineOf({ path: [] })}`);
    const missing: Problem[] = [];
    const take = pictureTaker(dependencies, pictures, source, missing);
    const complete = await withPictures(config, source, item, take);
    return missing.length > 0 ? void refuse(source, missing) : { source, item: complete };
  };

  /** The audit entry of a batch. */
  const record = (brought: readonly CommittedItem[], at: number) => {
    if (brought.length === 0) return [];
    const published = new Set(brought.flatMap(({ changed }) => changed));
    const languages = dependencies.config.locales.map(({ code }) => code).filter((code) => published.has(code));
    return [importEntry({ at, actor: dependencies.actor, items: brought.map(({ item }) => item), languages })];
  };

  /** @returns the items whose address is taken by another item. */
  const commitBatch = async (batch: ReadItem[], isLastChance: boolean): Promise<ReadItem[]> => {
    const waiting: ReadItem[] = [];
    for (let rest = batch; rest.length > 0; ) {
      const groups = rest.map(({ item }) => importedGroup(dependencies.config, generateBlockId, item));
      const outcomes = await commitPublications(dependencies, groups, { record });
      for (const [index, outcome] of outcomes.entries()) {
        const read = rest[index] as ReadItem;
        if (outcome.ok) report[outcome.items.some(isChanged) ? 'imported' : 'unchanged']++;
        else if (outcome.addressTaken && !isLastChance) waiting.push(read);
        else refuse(read.source, outcome.problems);
      }
      rest = rest.slice(outcomes.length);
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
