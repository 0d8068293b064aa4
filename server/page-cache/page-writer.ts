import type { Variants } from '../http/representation.ts';
import type { CachedPage } from './cached-page.ts';
import { bytesOf, type FileState, type PageEntry, type PageFile, type PageRow, packPage } from './page-file.ts';

/** Milliseconds from a change of the cached pages to the file, and from that until what was deleted is gone from the disk. */
const WRITE_AFTER = 2_000;
const CLEAN_AFTER = 20_000;

/** How often the place of the feed is stored if no page changes, in milliseconds: the feed forgets old places. */
const PLACE_INTERVAL = 3_600_000;

/** Pages written in one piece. Source: Meki's own. */
const WRITTEN_AT_ONCE = 16;

/** 64 MB, as in memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface PageWriterOptions {
  /** @returns `undefined` if there is no file, or it failed */
  using: <T>(use: (open: PageFile) => T) => T | undefined;
  /** The fresh pages in memory. */
  pages: () => CachedPage[];
  /** Resolves with the place of the feed up to which everything has been told. */
  currentPlace: () => Promise<string>;
  /** Whether all changes up to now have been applied to all pages of the file. */
  isCurrent: () => boolean;
  /** Pages of the file that the cache does not have, and how one leaves to make room. */
  waiting: ReadonlyMap<string, unknown>;
  drop: (key: string) => void;
  yieldToVisitors: () => Promise<void>;
  maxBytes?: number | undefined;
  writeAfter?: number | undefined;
}

/**
 * Keeps a file of pages as the cache has them: compares the cache with what was written, soon after each change. A commit of the file
 * has a place of the feed at which all its pages are valid: what they show was committed before it, and what was committed before it
 * has been applied.
 */
export class PageWriter {
  readonly #options: PageWriterOptions;
  readonly #contents = createContents();
  readonly state = { isPrepared: false };
  #isWriting = false;
  #last: Promise<void> = Promise.resolve();
  #writeTimer: NodeJS.Timeout | undefined;
  #cleanTimer: NodeJS.Timeout | undefined;
  #placeTimer: NodeJS.Timeout | undefined;

  constructor(options: PageWriterOptions) {
    this.#options = options;
  }

  /** Begins with what the file has. */
  begin(entries: readonly PageEntry[], found: FileState | undefined): void {
    this.#contents.begin(entries, found);
    this.state.isPrepared = found?.isPrepared ?? false;
  }

  /** The cache has a page of the file now, in this form; without a form, the page has to leave the file. */
  note(key: string, form: Variants | undefined): void {
    this.#contents.note(key, form);
    if (!form) this.wake();
  }

  /** Writes soon. */
  wake(): void {
    if (!this.#isWriting) return;
    this.#writeTimer ??= setTimeout(() => {
      this.#writeTimer = undefined;
      this.#writeInTurn();
    }, this.#options.writeAfter ?? WRITE_AFTER).unref();
  }

  /** Starts to write. */
  start(): void {
    this.#isWriting = true;
    this.#placeTimer = setInterval(() => this.#writeInTurn(), PLACE_INTERVAL).unref();
    this.wake();
  }

  /** Writes what has changed, and stops. */
  async stop(): Promise<void> {
    const hasStarted = this.#isWriting;
    this.end();
    await this.#last;
    if (hasStarted) await this.#write(true).catch(() => {});
  }

  /** Stops. */
  end(): void {
    this.#isWriting = false;
    for (const timer of [this.#writeTimer, this.#cleanTimer, this.#placeTimer]) clearTimeout(timer);
  }

  #writeInTurn(): void {
    // The store may fail, or be closed meanwhile.
    this.#last = this.#last.then(() => this.#write()).catch(() => this.wake());
  }

  async #write(isLast = false): Promise<void> {
    const { pages: cached, currentPlace, isCurrent, yieldToVisitors } = this.#options;
    for (let isMore = true; isMore && (this.#isWriting || isLast); ) {
      const before = new Map(cached().map((page) => [page, page.full]));
      // After this, no page of `before` shows anything younger than the place: if that is undone later, the page is told.
      const place = await currentPlace();
      // Nothing may happen between here and the write.
      if (!isCurrent()) return this.wake();
      const pages = cached();
      const ready = pages.filter((page) => !this.#contents.has(page) && before.get(page) === page.full);
      const added = ready.slice(0, WRITTEN_AT_ONCE);
      this.#writeNow(place, pages, added);
      isMore = ready.length > added.length;
      if (isMore && !isLast) await yieldToVisitors();
    }
  }

  #writeNow(place: string, pages: CachedPage[], added: CachedPage[]): void {
    const rows = added.map(packPage);
    this.#makeRoom(rows);
    const removed = this.#contents.outdated(pages);
    const next = { place, ...this.state };
    if (this.#contents.isAt(next) && rows.length + removed.length === 0) return;
    this.#options.using((open) => {
      open.write({ removed, added: rows, state: next });
      this.#contents.update(next, removed, added, rows);
      if (this.#isWriting) this.#cleanTimer ??= setTimeout(() => this.#clean(), CLEAN_AFTER).unref();
    });
  }

  /** Pages that nobody has asked for since the start leave first. */
  #makeRoom(rows: PageRow[]): void {
    const { waiting, drop, maxBytes = MAX_FILE_BYTES } = this.#options;
    let bytes = this.#contents.bytesWith(rows);
    for (const key of [...waiting.keys()]) {
      if (bytes <= maxBytes) return;
      bytes -= this.#contents.bytesOf(key);
      drop(key);
    }
  }

  #clean(): void {
    this.#cleanTimer = undefined;
    this.#options.using((open) => open.clean());
  }
}

/** What the file has, or has to lose with the next write. */
function createContents() {
  /** The pages that the cache has or had, in the form that was written; without one, they have to leave. */
  const written = new Map<string, Variants | undefined>();
  const sizes = new Map<string, number>();
  let state: FileState | undefined;
  return {
    begin(entries: readonly PageEntry[], found: FileState | undefined): void {
      state = found;
      for (const { key, bytes } of entries) sizes.set(key, bytes);
    },
    note: (key: string, form: Variants | undefined) => void written.set(key, form),
    /** Whether the page was written in the form that it has. */
    has: ({ address, full }: CachedPage) => written.get(address.key) === full,
    /** What has to leave, also what has another form than the cache and is not added yet: no page may be older than the place. */
    outdated(pages: readonly CachedPage[]): string[] {
      const fresh = new Map(pages.map(({ address, full }) => [address.key, full]));
      return [...written].filter(([key, form]) => !form || fresh.get(key) !== form).map(([key]) => key);
    },
    isAt: ({ place, isPrepared }: FileState) => state?.place === place && state.isPrepared === isPrepared,
    bytesOf: (key: string) => sizes.get(key) ?? 0,
    bytesWith: (rows: readonly PageRow[]) =>
      [...sizes.values(), ...rows.map(bytesOf)].reduce((sum, size) => sum + size, 0),
    update(next: FileState, removed: readonly string[], added: readonly CachedPage[], rows: readonly PageRow[]): void {
      state = next;
      for (const key of removed) {
        written.delete(key);
        sizes.delete(key);
      }
      for (const { address, full } of added) written.set(address.key, full);
      for (const row of rows) sizes.set(row.key, bytesOf(row));
    },
  };
}
