import type { AuditActor } from '../audit/audit-log.ts';
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
import { importedItemProblems } from './import-problems.ts';
import { createReporter, type ImportedOutcome, type ImportProgress, type ImportReport } from './import-report.ts';
import { importFile, isFileValue } from './imported-file.ts';
import { type ImportedItem, readImportedItem } from './imported-item.ts';
import { importSetting, isSettingEntry } from './imported-setting.ts';
import type { SourcedItem, UnreadableItem } from './item-reader.ts';

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
  options: ImportOptions = {},
): Promise<ImportReport> {
  const run = new Import(dependencies, options);
  let batch: ReadItem[] = [];
  let waiting: ReadItem[] = [];
  for await (const source of sources) {
    const item = await run.take(source);
    if (item) batch.push(item);
    if (batch.length < BATCH) continue;
    waiting.push(...(await run.commit(batch, 'first')));
    batch = [];
  }
  waiting.push(...(await run.commit(batch, 'first')));
  // Retry while there is progress: an item may take the address that another item of the import leaves.
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = await run.commit(waiting, 'again');
  }
  await run.commit(waiting, 'last');
  return run.report();
}

/** One import: what was read until now. */
class Import {
  readonly #dependencies: ImportDependencies;
  readonly #options: ImportOptions;
  readonly #reporter: ReturnType<typeof createReporter>;
  readonly #nameOf: (path: string) => string;
  /** Where each item is, by its id. */
  readonly #origins = new Map<string, string>();
  /** The ids that were read, also of items that were refused. */
  readonly #seen = new Set<string>();
  /** Files that could not be read, or only in part. */
  readonly #unclear = new Set<string>();
  readonly #pictures = new Map<string, Promise<StoreFileOutcome>>();

  constructor(dependencies: ImportDependencies, options: ImportOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#reporter = createReporter(options.onOutcome);
    this.#nameOf = options.nameOf ?? ((path) => path);
  }

  /** Reads what a source has. A setting or file is stored at once. @returns an item that can be committed */
  async take(source: SourcedItem | UnreadableItem): Promise<ReadItem | undefined> {
    this.#reporter.begin(source);
    if ('unreadable' in source) {
      this.#unclear.add(this.#nameOf(source.file));
      this.#reporter.unreadable(source);
    } else if (isSettingEntry(source.value)) await this.#bringSetting(source);
    else if (isFileValue(source.value)) await this.#bringFile(source);
    else return this.#admit(source);
    return undefined;
  }

  async #bringSetting(source: SourcedItem): Promise<void> {
    const brought = await importSetting(this.#dependencies, source.value);
    if ('outcome' in brought) {
      this.#reporter.accept(source, brought.id, brought.outcome, { heldBack: [], notes: [] });
    } else this.#reporter.refuse(source, '', brought.problems);
  }

  async #bringFile(source: SourcedItem): Promise<void> {
    const { id, ...brought } = await importFile(this.#dependencies, source);
    const { notes = [], isOptional = false } = source;
    if ('outcome' in brought) this.#reporter.accept(source, id, brought.outcome, { heldBack: [], notes });
    else if (isOptional) this.#reporter.leaveOut(source, brought.problems);
    else this.#reporter.refuse(source, id, brought.problems);
  }

  async #admit(source: SourcedItem): Promise<ReadItem | undefined> {
    const { config } = this.#dependencies;
    const { item, ...reading } = readImportedItem(source.value, config);
    const found = [...(source.problems ?? []), ...reading.problems];
    const refuse = (problems: Problem[]) => {
      // Whether what was imported from the file before is still in it cannot be said.
      if (!item || item.id === '') this.#unclear.add(this.#nameOf(source.file));
      else this.#seen.add(item.id);
      this.#reporter.refuse(source, item?.id ?? '', problems);
      return undefined;
    };
    if (!item) return refuse(found);
    if (found.length > 0) {
      const complete = await withPictures(config, source, item, async () => ANY_PICTURE);
      return refuse([...found, ...importedItemProblems(config, complete)]);
    }
    const origin = this.#origins.get(item.id);
    if (origin !== undefined) {
      return refuse([{ path: ['id'], message: `"${item.id}" is also the id of the item at ${origin}` }]);
    }
    this.#origins.set(item.id, originOf(source));
    this.#seen.add(item.id);
    const missing: Problem[] = [];
    const take = pictureTaker(this.#dependencies, this.#pictures, source, missing);
    const complete = await withPictures(config, source, item, take);
    if (missing.length > 0) return refuse(missing);
    return { source, item: complete, notes: [...(source.notes ?? []), ...reading.notes] };
  }

  /** @returns the items that may be imported once others are. */
  async commit(batch: ReadItem[], pass: 'first' | 'again' | 'last'): Promise<ReadItem[]> {
    const { config, generateBlockId = deterministicBlockId } = this.#dependencies;
    const { lenient = false, onProgress } = this.#options;
    const waiting: ReadItem[] = [];
    const arriving = new Set(batch.map(({ item }) => item.id));
    for (let rest = batch; rest.length > 0; ) {
      const commits = rest.map(({ item, source }) =>
        importCommit(config, generateBlockId, item, {
          file: this.#nameOf(source.file),
          mayWait: pass === 'first',
          waitsForParent: pass !== 'last',
          lenient,
          isArriving: (id) => arriving.has(id),
        }),
      );
      const record = (brought: readonly CommittedItem[], at: number) => auditOf(this.#dependencies, brought, at);
      const outcomes = await commitPublications(this.#dependencies, commits, { record, moreWrites: MORE_WRITES });
      for (const [index, outcome] of outcomes.entries()) {
        const read = rest[index] as ReadItem;
        const { source, item, notes } = read;
        if (outcome.ok) {
          const { heldBack, leftOut } = commits[index] as (typeof commits)[number];
          this.#reporter.accept(source, item.id, outcomeOf(outcome), { heldBack, notes: [...notes, ...leftOut] });
        } else if (mayPassLater(outcome) && pass !== 'last') waiting.push(read);
        else this.#reporter.refuse(source, item.id, failureProblems(config, item, outcome));
      }
      rest = rest.slice(outcomes.length);
    }
    onProgress?.({ ...this.#reporter.counts });
    return waiting;
  }

  async report(): Promise<ImportReport> {
    const { paths } = this.#options;
    const [seen, unclear] = [this.#seen, this.#unclear];
    const { store } = this.#dependencies;
    return this.#reporter.report(paths ? await findGoneItems(store, paths.map(this.#nameOf), { seen, unclear }) : []);
  }
}

/** The audit entry of a batch. */
function auditOf({ config, actor }: ImportDependencies, brought: readonly CommittedItem[], at: number) {
  if (brought.length === 0) return [];
  const published = new Set(brought.flatMap(({ changed }) => changed));
  const languages = config.locales.map(({ code }) => code).filter((code) => published.has(code));
  return [importEntry({ at, actor, items: brought.map(({ item }) => item), languages })];
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
