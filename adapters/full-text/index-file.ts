import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SearchArea } from '#core/search/search-index.ts';

/** Increase when the tables, or what is in them, have another form; entries are made by `core/search/search-entry.ts`. */
const FORMAT = 2;

/** Read-only, input or output, corrupt, full, cannot open, no database. Source: https://sqlite.org/rescode.html */
const FILE_FAILURES: ReadonlySet<number> = new Set([8, 10, 11, 13, 14, 26]);

/** Pages in memory. The rest is in the cache of the operating system. */
const CACHE_KILOBYTES = 4_000;

/**
 * Texts are stored deflated, and only where they are shown. The words of an area and language are an FTS5 table, `words_` and the id
 * of its part: of one that has no contents, the row ids are those of the entries. The vocabulary is for typing errors; FTS5 has one,
 * but reads all occurrences of each word to list it.
 */
const TABLES = `
  CREATE TABLE header (identity TEXT NOT NULL, place TEXT) STRICT;
  CREATE TABLE parts (id INTEGER PRIMARY KEY, area TEXT NOT NULL, locale TEXT NOT NULL) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, part INTEGER NOT NULL, item TEXT NOT NULL, hash TEXT NOT NULL,
    language TEXT NOT NULL, title TEXT, summary TEXT, text BLOB
  ) STRICT;
  CREATE INDEX entries_by_source ON entries (source, part, item, hash);
  CREATE INDEX entries_by_language ON entries (part, language);
  CREATE TABLE vocabulary (
    area TEXT NOT NULL, language TEXT NOT NULL, length INTEGER NOT NULL, word TEXT NOT NULL, letters INTEGER NOT NULL,
    PRIMARY KEY (area, language, length, word)
  ) STRICT, WITHOUT ROWID;`;

/** The entries of an area and language, and the languages of their texts. */
export interface Part {
  id: number;
  area: SearchArea;
  languages: Set<string>;
}

/** The file of a search index, or a temporary one. All methods throw if it cannot be read or written. */
export interface IndexFile {
  database: DatabaseSync;
  /** Prepares a statement once. Its `run` may fail, because it returns a row id of FTS5's that is no safe integer. */
  statement(sql: string): Pick<StatementSync, 'all' | 'get'>;
  part(area: SearchArea, locale: string): Part | undefined;
  addPart(area: SearchArea, locale: string): Part;
  place(): string | undefined;
  transaction(work: () => void): void;
}

/**
 * Opens a file of mode 0600. A file of another identity or format, and one that cannot be read, is replaced by an empty one.
 * @param file its path; '' for a temporary one without a name, which is gone with the process
 * @param onReplaced called with the error if the file was damaged, without one if it was of another identity
 * @throws if no file can be made
 */
function openIndexFile(file: string, identity: string, onReplaced: (error?: unknown) => void): IndexFile {
  if (file === '') return createTables(connect(file), identity);
  try {
    const database = connect(file);
    const found = isOurs(database, identity);
    if (found) return createIndexFile(database);
    const isEmpty = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count === 0;
    if (isEmpty) return createTables(database, identity);
    database.close();
    onReplaced();
  } catch (error) {
    onReplaced(error);
  }
  removeIndexFile(file);
  return createTables(connect(file), identity);
}

/**
 * Opens a copy that was made elsewhere, as a temporary file: it may be deleted, and is not safe from a crash.
 * @throws if it is damaged, or of another form or identity
 */
function openCopy(file: string, identity: string): IndexFile {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
    database.exec(`PRAGMA cache_size = -${CACHE_KILOBYTES}`);
    if (!isOurs(database, identity)) throw new Error('The copy of the search index is of another configuration');
    return createIndexFile(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What is stored cannot have been written so: the file has changed in a place that SQLite does not check. */
export class DamagedContents extends Error {
  override name = 'DamagedContents';
}

/** Whether a file cannot be used; other errors are of the program. */
function isFileFailure(error: unknown): boolean {
  if (error instanceof DamagedContents) return true;
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return FILE_FAILURES.has(error.errcode & 0xff);
}

function removeIndexFile(file: string): void {
  for (const path of [file, `${file}-wal`]) rmSync(path, { force: true });
}

/**
 * A commit is not synced, but the write-ahead log keeps their order: after a power failure the file is as it was some commits ago,
 * with the place of that time.
 */
function connect(file: string): DatabaseSync {
  if (file !== '') closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec(`PRAGMA journal_size_limit = 0; PRAGMA cache_size = -${CACHE_KILOBYTES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isOurs(database: DatabaseSync, identity: string): boolean {
  if (database.prepare('PRAGMA user_version').get()?.user_version !== FORMAT) return false;
  return database.prepare('SELECT identity FROM header').get()?.identity === identity;
}

function createTables(database: DatabaseSync, identity: string): IndexFile {
  database.exec(`BEGIN; PRAGMA user_version = ${FORMAT}; ${TABLES}`);
  database.prepare('INSERT INTO header (identity) VALUES (?)').run(identity);
  database.exec('COMMIT');
  return createIndexFile(database);
}

function createIndexFile(database: DatabaseSync): IndexFile {
  const statements = new Map<string, StatementSync>();
  const parts = new Map<string, Part>();

  function statement(sql: string): StatementSync {
    let found = statements.get(sql);
    if (!found) {
      found = database.prepare(sql);
      statements.set(sql, found);
    }
    return found;
  }

  function rememberPart(id: SQLInputValue | undefined, area: string, locale: string): Part {
    const rows = statement('SELECT DISTINCT language FROM entries WHERE part = ?').all(id ?? null);
    const languages = new Set(rows.map(({ language }) => String(language)));
    const part: Part = { id: Number(id), area: area as SearchArea, languages };
    parts.set(`${area} ${locale}`, part);
    return part;
  }

  function readParts(): void {
    parts.clear();
    for (const { id, area, locale } of statement('SELECT id, area, locale FROM parts').all()) {
      // Fails if that table is damaged.
      statement(`SELECT rowid FROM words_${id}`);
      rememberPart(id, String(area), String(locale));
    }
  }

  readParts();
  return {
    database,
    statement,
    part: (area, locale) => parts.get(`${area} ${locale}`),
    addPart(area, locale) {
      const id = statement('INSERT INTO parts (area, locale) VALUES (?, ?) RETURNING id').get(area, locale)?.id;
      database.exec(
        `CREATE VIRTUAL TABLE words_${id} USING fts5(title, summary, text, content='', contentless_delete=1, tokenize='ascii')`,
      );
      return rememberPart(id, area, locale);
    },
    place() {
      const place = statement('SELECT place FROM header').get()?.place;
      return typeof place === 'string' ? place : undefined;
    },
    transaction(work) {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        // SQLite rolls back by itself after some errors.
        if (database.isTransaction) database.exec('ROLLBACK');
        readParts();
        throw error;
      }
    },
  };
}

/** The index that a process uses: of its file or, once that fails, a temporary one. */
interface OpenedIndex {
  current(): IndexFile;
  /** Does some work with the index. If its file fails, an empty temporary one takes its place. */
  using<T>(work: (index: IndexFile) => T): T;
  /** Goes on with a copy, as a temporary index. @throws if it cannot be used */
  continueWith(copy: string): void;
  close(): void;
}

interface OpenedIndexOptions {
  file: string;
  identity: string;
  onUnusable: ((sentence: string, error?: unknown) => void) | undefined;
  /** Called when work failed, so that what it wrote may be lost. */
  onFailed: () => void;
  /** Called when an empty index has taken the place of one whose file failed. */
  onEmptied: () => void;
}

/** An index that is opened when it is first used. */
export function createOpenedIndex({
  file,
  identity,
  onUnusable,
  onFailed,
  onEmptied,
}: OpenedIndexOptions): OpenedIndex {
  let opened: IndexFile | undefined;
  let isTemporary = file === '';

  function current(): IndexFile {
    if (opened) return opened;
    try {
      opened = openIndexFile(file, identity, (error) =>
        onUnusable?.(
          `The stored search index is ${error ? 'damaged' : 'of another configuration'}; it is built anew`,
          error,
        ),
      );
    } catch (error) {
      opened = openTemporary('The file of the search index cannot be made; this process does without it', error);
    }
    return opened;
  }

  function openTemporary(sentence: string, error: unknown): IndexFile {
    if (isTemporary) throw error;
    isTemporary = true;
    onUnusable?.(sentence, error);
    return openIndexFile('', identity, () => {});
  }

  function using<T>(work: (index: IndexFile) => T): T {
    const index = current();
    try {
      return work(index);
    } catch (error) {
      onFailed();
      if (!index.database.isOpen || !isFileFailure(error)) throw error;
      opened = openTemporary('The file of the search index failed; this process builds it anew without it', error);
      index.database.close();
      removeIndexFile(file);
      onEmptied();
      return work(opened);
    }
  }

  return {
    current,
    using,
    continueWith(copy) {
      const next = openCopy(copy, identity);
      opened?.database.close();
      opened = next;
      isTemporary = true;
    },
    close() {
      if (opened?.database.isOpen) opened.database.close();
    },
  };
}
