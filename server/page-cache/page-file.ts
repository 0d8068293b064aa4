import { hash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { CachedPage, PageParts } from './cached-page.ts';
import type { PageAddress } from './page-address.ts';

/** Increases when the tables, or what is in them, have another form. */
const FORMAT = 1;

/** A rendered page in the file. */
export interface PageRow {
  key: string;
  /** Its path, if this is its canonical address. */
  canonical: string | undefined;
  /** The address, headers and compression, as JSON. */
  about: string;
  /** The recorded reads, as JSON. */
  reads: string;
  /** The loaders' data, with gzip. */
  payload: Buffer;
  /** The document, compressed or not. */
  body: Buffer;
}

/** A page in the file, without its contents. */
export type PageEntry = Pick<PageRow, 'key' | 'canonical'> & { bytes: number };

/** What a process leaves to the next one. */
export interface FileState {
  /** The place of the change feed at which all pages of the file were valid. */
  place: string;
  /** Whether pages were rendered ahead of requests. */
  isPrepared: boolean;
}

/** The file of rendered pages. All methods throw if it cannot be read or written; then it is of no use any longer. */
export interface PageFile {
  /** Of the process before; `undefined` if the file is new. */
  state: FileState | undefined;
  entries(): PageEntry[];
  /** @returns `undefined` if it does not exist or is damaged */
  read(key: string): PageRow | undefined;
  /** What `read` returns, without the contents. It may be damaged. */
  readAbout(key: string): Pick<PageRow, 'about' | 'reads'> | undefined;
  /** Removes pages, adds or replaces others, and stores the state, all or nothing. */
  write(change: { removed: Iterable<string>; added: Iterable<PageRow>; state: FileState }): void;
  /** Removes what was deleted or replaced from the disk. */
  clean(): void;
  close(): void;
}

const TABLES = `
  CREATE TABLE header (identity TEXT NOT NULL, place TEXT NOT NULL, prepared INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT;
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, canonical TEXT, bytes INTEGER NOT NULL, sum INTEGER NOT NULL,
    about TEXT NOT NULL, reads TEXT NOT NULL, payload BLOB NOT NULL, body BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX pages_by_key ON pages (key, canonical, bytes);`;

/**
 * Opens the file of rendered pages, of mode 0600. A file of another identity or format, and one that cannot be read, is replaced by an
 * empty one.
 * @param identity of everything but documents that pages depend on
 * @param onUnusable called if the file was damaged
 * @throws if no file can be made
 */
export function openPageFile(file: string, identity: string, onUnusable: (error: unknown) => void): PageFile {
  try {
    const database = connect(file);
    const state = readState(database, identity);
    if (state) return createPageFile(database, identity, state);
    database.close();
  } catch (error) {
    onUnusable(error);
  }
  removePageFile(file);
  const database = connect(file);
  database.exec(`PRAGMA user_version = ${FORMAT}; ${TABLES}`);
  return createPageFile(database, identity, undefined);
}

/** Deletes the file, if it exists. */
export function removePageFile(file: string): void {
  for (const path of [file, `${file}-wal`]) rmSync(path, { force: true });
}

/**
 * Content that was deleted is overwritten. A commit is not synced, but the write-ahead log keeps their order: after a power failure
 * the file is as it was some commits ago, with the place of that time.
 */
function connect(file: string): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec('PRAGMA secure_delete = ON; PRAGMA cache_size = -512; PRAGMA journal_size_limit = 0;');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @returns `undefined` for a new file, and one of another identity or format @throws if it is damaged */
function readState(database: DatabaseSync, identity: string): FileState | undefined {
  if (database.prepare('PRAGMA user_version').get()?.user_version !== FORMAT) return undefined;
  const header = database.prepare('SELECT identity, place, prepared, sum FROM header').get();
  if (header?.identity !== identity) return undefined;
  const state = { place: String(header.place), isPrepared: header.prepared === 1 };
  if (header.sum !== sumOf(identity, state.place, String(state.isPrepared))) throw new Error('The header is damaged');
  return state;
}

function createPageFile(database: DatabaseSync, identity: string, state: FileState | undefined): PageFile {
  const select = database.prepare('SELECT canonical, about, reads, payload, body, sum FROM pages WHERE key = ?');
  const selectAbout = database.prepare('SELECT about, reads FROM pages WHERE key = ?');
  const remove = database.prepare('DELETE FROM pages WHERE key = ?');
  const insert = database.prepare(
    'INSERT INTO pages (key, canonical, bytes, sum, about, reads, payload, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertHeader = database.prepare('INSERT INTO header (identity, place, prepared, sum) VALUES (?, ?, ?, ?)');

  function add(row: PageRow): void {
    const { key, canonical, about, reads, payload, body } = row;
    remove.run(key);
    insert.run(key, canonical ?? null, bytesOf(row), sumOfRow(row), about, reads, payload, body);
  }

  return {
    state,
    entries: () =>
      database
        .prepare('SELECT key, canonical, bytes FROM pages INDEXED BY pages_by_key')
        .all()
        .map(({ key, canonical, bytes }) => ({
          key: String(key),
          canonical: textOrNone(canonical),
          bytes: Number(bytes),
        })),
    read(key) {
      const found = select.get(key);
      if (!found) return undefined;
      const row: PageRow = {
        key,
        canonical: textOrNone(found.canonical),
        about: String(found.about),
        reads: String(found.reads),
        payload: toBuffer(found.payload),
        body: toBuffer(found.body),
      };
      return found.sum === sumOfRow(row) ? row : undefined;
    },
    readAbout(key) {
      const found = selectAbout.get(key);
      return found && { about: String(found.about), reads: String(found.reads) };
    },
    write({ removed, added, state: next }) {
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const key of removed) remove.run(key);
        for (const row of added) add(row);
        database.exec('DELETE FROM header');
        const sum = sumOf(identity, next.place, String(next.isPrepared));
        insertHeader.run(identity, next.place, Number(next.isPrepared), sum);
        database.exec('COMMIT');
      } catch (error) {
        // SQLite rolls back by itself after some errors.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    clean: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  };
}

/** The size of a page in the file. */
export function bytesOf({ key, about, reads, payload, body }: PageRow): number {
  return key.length + about.length + reads.length + payload.length + body.length;
}

function sumOfRow({ key, canonical, about, reads, payload, body }: PageRow): number {
  return sumOf(key, canonical ?? '', about, reads, payload, body);
}

/** A checksum: SQLite finds a damaged structure, but not damaged contents. */
function sumOf(...parts: (string | Buffer)[]): number {
  return parts.reduce<number>((sum, part) => crc32(part, sum), 0);
}

function textOrNone(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toBuffer(value: SQLOutputValue | undefined): Buffer {
  if (!(value instanceof Uint8Array)) throw new Error('A stored page has no contents');
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/**
 * Identifies everything but documents that rendered pages depend on.
 * @param parts what the caller knows of that, as JSON
 * @param database its documents: a file that was put in its place, such as a copy, has another history
 */
export function pageIdentity(parts: unknown, database: string): string {
  const { ino } = statSync(database, { bigint: true });
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return hash('sha256', JSON.stringify([parts, String(ino), process.versions, locale, timeZone]), 'base64url');
}

/** What the file has of a page as JSON. */
interface About extends Omit<PageParts, 'payload' | 'full'> {
  address: PageAddress;
  full: Omit<PageParts['full'], 'body'>;
}

/** A cached page as the file has it. */
export function packPage(page: CachedPage): PageRow {
  const { address } = page;
  const { payload, full, ...parts } = page.parts();
  const { body, ...form } = full;
  const about: About = { address, ...parts, full: form };
  return {
    key: address.key,
    canonical: address.canonical ? address.pathname : undefined,
    about: JSON.stringify(about),
    reads: JSON.stringify(page.reads?.list() ?? { documents: [], queries: [] }),
    payload,
    body,
  };
}

/** The page that `packPage` was given. */
export function unpackPage(
  about: string,
  { payload, body }: Pick<PageRow, 'payload' | 'body'>,
): { address: PageAddress; parts: PageParts } {
  const { address, full, ...parts } = JSON.parse(about) as About;
  return { address, parts: { ...parts, payload, full: { ...full, body } } };
}

/** The address of the page that `packPage` was given. */
export function addressIn(about: string): PageAddress {
  return (JSON.parse(about) as About).address;
}
