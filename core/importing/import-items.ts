import type { AuditActor } from '../audit/audit-log-collection.ts';
import { importedItems, items } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { getDocument } from '../documents/typed-documents.ts';
import type { StoreFileOutcome } from '../files/store-file.ts';
import type { MediaDependencies } from '../media/store-media.ts';
import type { Problem } from '../problems/problem.ts';
import { type CommittedItem, commitPublications } from '../publishing/commit-publications.ts';
import { importEntry } from '../publishing/publication-entry.ts';
import type { TryPage } from '../publishing/try-page.ts';
import { type BlockIdGenerator, deterministicBlockId } from '../rich-text/block-ids.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { failureProblems, importCommit, MORE_WRITES, mayPassLater } from './import-commit.ts';
import { ANY_PICTURE, pictureTaker, withPictures } from './import-pictures.ts';
import { createReporter, type ImportedOutcome, type ImportProgress, type ImportReport } from './import-report.ts';
import { importFile, isFileValue } from './imported-file.ts';
import { type ImportedItem, readImportedItem } from './imported-item.ts';
import { importedItemProblems } from './imported-item-problems.ts';
import { importSetting, isSettingEntry } from './imported-setting.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';

export interface ImportDependencies extends MediaDependencies {
  /** Renders each page before it becomes public. */
  tryPage?: TryPage | undefined;
  config: SiteConfig;
  /** The author, for the audit log. */
  actor: AuditActor;
  generateBlockId?: BlockIdGenerator;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}

export interface ImportOptions {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  onOutcome?: ((outcome: ImportedOutcome) => void) | undefined;
  /** Whether old addresses that an item cannot have are left out. */
  lenient?: boolean | undefined;
  /** The files and folders that are read: what was imported from them before and is gone is told. */
  paths?: readonly string[];
  /** The name by which a file is remembered, for any folder that the command runs in. */
  nameOf?: ((path: string) => string) | undefined;
}

/** Maximum items per batch and commit. */
const BATCH = 64;

type ReadItem = { source: SourcedItem; item: ImportedItem; notes: Problem[] };

/**
 * Creates or replaces items, and files of the library, and publishes the given languages. Unchanged items are skipped, and so are items with a problem. What
 * fails the checks for publishing is stored as a draft.
 * Languages that an imported item does not contain stay unchanged. An interrupted import has committed whole batches and can be run
 * again (idempotent). The audit log has one entry per batch, in the same commit.
 */
export async function importItems(
  dependencies: ImportDependencies,
  sources: AsyncIterable<SourcedItem | UnreadableItem>,
  { onProgress = () => {}, onOutcome, lenient = false, paths, nameOf = (path) => path }: ImportOptions = {},
): Promise<ImportReport> {
  const { config, generateBlockId = deterministicBlockId } = dependencies;
  const reporter = createReporter(onOutcome);
  const origins = new Map<string, string>();
  const seen = new Set<string>();
  const unclear = new Set<string>();
  const pictures = new Map<string, Promise<StoreFileOutcome>>();

  const admit = async (source: SourcedItem): Promise<ReadItem | undefined> => {
    const { item, ...reading } = readImportedItem(source.value, config);
    const found = [...(source.problems ?? []), ...reading.problems];
    const refuse = (problems: Problem[]) => {
      // Whether what was imported from the file before is still in it cannot be said.
      if (!item || item.id === '') unclear.add(nameOf(source.file));
      else seen.add(item.id);
      reporter.refuse(source, item?.id ?? '', problems);
      return undefined;
    };
    if (!item) return refuse(found);
    if (found.length > 0) {
      const complete = await withPictures(config, source, item, async () => ANY_PICTURE);
      return refuse([...found, ...importedItemProblems(config, complete)]);
    }
    const origin = origins.get(item.id);
    if (origin !== undefined) {
      return refuse([{ path: ['id'], message: `"${item.id}" is also the id of the item at ${origin}` }]);
    }
    origins.set(item.id, originOf(source));
    seen.add(item.id);
    const missing: Problem[] = [];
    const complete = await withPictures(config, source, item, pictureTaker(dependencies, pictures, source, missing));
    if (missing.length > 0) return refuse(missing);
    return { source, item: complete, notes: [...(source.notes ?? []), ...reading.notes] };
  };

  const bringIn = async (source: SourcedItem) => {
    const { id, ...brought } = await importFile(dependencies, source);
    const { notes = [], isOptional = false } = source;
    if ('outcome' in brought) reporter.accept(source, id, brought.outcome, { heldBack: [], notes });
    else if (isOptional) reporter.leaveOut(source, brought.problems);
    else reporter.refuse(source, id, brought.problems);
  };

  const bringSetting = async (source: SourcedItem) => {
    const brought = await importSetting(dependencies, source.value);
    if ('outcome' in brought) reporter.accept(source, brought.id, brought.outcome, { heldBack: [], notes: [] });
    else reporter.refuse(source, '', brought.problems);
  };

  /** The audit entry of a batch. */
  const record = (brought: readonly CommittedItem[], at: number) => {
    if (brought.length === 0) return [];
    const published = new Set(brought.flatMap(({ changed }) => changed));
    const languages = config.locales.map(({ code }) => code).filter((code) => published.has(code));
    return [importEntry({ at, actor: dependencies.actor, items: brought.map(({ item }) => item), languages })];
  };

  /** @returns the items that may be imported once others are. */
  const commitBatch = async (batch: ReadItem[], pass: 'first' | 'again' | 'last'): Promise<ReadItem[]> => {
    const waiting: ReadItem[] = [];
    const arriving = new Set(batch.map(({ item }) => item.id));
    for (let rest = batch; rest.length > 0; ) {
      const commits = rest.map(({ item, source }) =>
        importCommit(config, generateBlockId, item, {
          file: nameOf(source.file),
          mayWait: pass === 'first',
          waitsForParent: pass !== 'last',
          lenient,
          isArriving: (id) => arriving.has(id),
        }),
      );
      const outcomes = await commitPublications(dependencies, commits, { record, moreWrites: MORE_WRITES });
      for (const [index, outcome] of outcomes.entries()) {
        const read = rest[index] as ReadItem;
        const { source, item, notes } = read;
        if (outcome.ok) {
          const { heldBack, leftOut } = commits[index] as (typeof commits)[number];
          reporter.accept(source, item.id, outcomeOf(outcome), { heldBack, notes: [...notes, ...leftOut] });
        } else if (mayPassLater(outcome) && pass !== 'last') waiting.push(read);
        else reporter.refuse(source, item.id, failureProblems(config, item, outcome));
      }
      rest = rest.slice(outcomes.length);
    }
    onProgress({ ...reporter.counts });
    return waiting;
  };

  let batch: ReadItem[] = [];
  let waiting: ReadItem[] = [];
  for await (const source of sources) {
    reporter.begin(source);
    if ('unreadable' in source) {
      unclear.add(nameOf(source.file));
      reporter.unreadable(source);
      continue;
    }
    if (isSettingEntry(source.value)) {
      await bringSetting(source);
      continue;
    }
    if (isFileValue(source.value)) {
      await bringIn(source);
      continue;
    }
    const admitted = await admit(source);
    if (admitted) batch.push(admitted);
    if (batch.length < BATCH) continue;
    waiting.push(...(await commitBatch(batch, 'first')));
    batch = [];
  }
  waiting.push(...(await commitBatch(batch, 'first')));
  // Retry while there is progress: an item may take the address that another item of the import leaves.
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = await commitBatch(waiting, 'again');
  }
  await commitBatch(waiting, 'last');
  const gone = paths ? await findGoneItems(dependencies.store, paths.map(nameOf), { seen, unclear }) : [];
  return reporter.report(gone);
}

function outcomeOf({ before, isSame }: CommittedItem) {
  if (!before) return 'created';
  return isSame ? 'unchanged' : 'changed';
}

function originOf(source: SourcedItem): string {
  return `${source.file}:${source.lineOf({ path: [] })}`;
}

/**
 * Items that were imported from files and folders before, and are not in them any more: `file: id`. Items in the trash are left out.
 * @param read.seen the ids that were read
 * @param read.unclear files that could not be read, or only in part
 */
async function findGoneItems(
  store: DocumentStore,
  paths: readonly string[],
  { seen, unclear }: { seen: ReadonlySet<string>; unclear: ReadonlySet<string> },
): Promise<string[]> {
  const gone: string[] = [];
  for await (const { data } of everyDocument(store, importedItems)) {
    const { itemId, file } = data;
    if (seen.has(itemId) || unclear.has(file) || !paths.some((path) => isWithin(path, file))) continue;
    const item = await getDocument(store, items.at(itemId));
    if (item && item.data.trashedAt === undefined) gone.push(`${file}: ${itemId}`);
  }
  return gone.sort();
}

function isWithin(path: string, file: string): boolean {
  const folder = path.replace(/\/+$/, '');
  return file === folder || file.startsWith(`${folder}/`) || (folder === '.' && !/^(?:\.\.)?\//.test(file));
}
