import { forgetData } from '../data/storage/indexed-storage.ts';
import { deviceMarks, type MarkStore, readMark, removeMark } from './device-mark.ts';

/** Maximum stored pages; the oldest are evicted. Source: Meki's own. */
export const MAX_PAGES = 40;
/** Maximum age of a stored page since it was last visited, in milliseconds: 14 days. Source: Meki's own. */
export const MAX_AGE = 14 * 24 * 3_600_000;

/** Prefix of each person's cache, followed by their id. Change the number with the format of the contents. */
const PREFIX = 'meki-offline:';
const VERSION = `${PREFIX}1:`;

const KEPT_AT = 'X-Meki-Kept-At';
const FILES = 'X-Meki-Files';

/** Files whose names contain a hash of their contents. */
export const FILES_PATH = '/assets/';

/** Headers of the transfer, not of the document. */
const NOT_KEPT = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Date', 'Vary', 'Set-Cookie'];

/** The offline pages of one person on a device: documents with the files that they were shown with. */
export interface OfflinePages {
  /** Stores a page, and deletes those of other people. Does nothing if the person is not the device's owner. */
  keep(page: PageToKeep): Promise<void>;
  /** Adds files to those of a stored page. @returns whether the page is stored */
  addFiles(person: string, key: string, files: readonly string[]): Promise<boolean>;
  /** The page as last visited, marked with that time. */
  find(key: string): Promise<Response | undefined>;
  /** A file of a build, which is the same for everyone. */
  findFile(path: string): Promise<Response | undefined>;
  /** Deletes a page that its person may no longer see, or that is gone. */
  drop(key: string): Promise<void>;
  /** Deletes all pages of everyone. */
  forget(): Promise<void>;
}

interface PageToKeep {
  person: string;
  key: string;
  document: Response;
  files: readonly string[];
}

export interface OfflinePagesOptions {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete' | 'match'>;
  marks: MarkStore;
  fetch: (path: string) => Promise<Response>;
  now: () => number;
  /** Runs functions serially, across windows and workers (a lock). */
  inTurn: <T>(action: () => Promise<T>) => Promise<T>;
}

/** @see OfflinePages */
export function createOfflinePages({ caches, marks, fetch, now, inTurn }: OfflinePagesOptions): OfflinePages {
  async function open(person?: string): Promise<Cache | undefined> {
    const owner = await readMark(marks);
    if (owner === undefined || (person !== undefined && person !== owner)) return undefined;
    const name = VERSION + owner;
    if (person === undefined && !(await caches.keys()).includes(name)) return undefined;
    return caches.open(name);
  }

  async function removeAll(except?: string): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== except);
    await Promise.all(names.map((name) => caches.delete(name)));
  }

  async function keepFiles(cache: Cache, files: readonly string[]): Promise<void> {
    await Promise.all(
      files.map(async (path) => {
        if (await cache.match(path, EXACTLY)) return;
        const response = await fetch(path);
        if (response.ok) await cache.put(path, response);
      }),
    );
  }

  /** Deletes old and excess pages, and files that no page uses any more. */
  async function prune(cache: Cache): Promise<void> {
    const pages: { key: string; keptAt: number; files: string[] }[] = [];
    const files: string[] = [];
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      const page = pathname.startsWith(FILES_PATH) ? undefined : await cache.match(url, EXACTLY);
      if (page) pages.push({ key: pathname + search, keptAt: keptAtOf(page), files: filesOf(page) });
      else files.push(pathname);
    }
    pages.sort((a, b) => b.keptAt - a.keptAt);
    const isOver = ({ keptAt }: { keptAt: number }, index: number) =>
      index >= MAX_PAGES || Math.abs(now() - keptAt) > MAX_AGE;
    const needed = new Set(pages.filter((page, index) => !isOver(page, index)).flatMap((page) => page.files));
    const gone = [...pages.filter(isOver).map(({ key }) => key), ...files.filter((file) => !needed.has(file))];
    await Promise.all(gone.map((key) => cache.delete(key, EXACTLY)));
  }

  async function put(cache: Cache, key: string, page: Response, files: readonly string[], keptAt: number) {
    const headers = new Headers([...page.headers].filter(([name]) => !isOfTheWay(name)));
    headers.set(KEPT_AT, String(keptAt));
    headers.set(FILES, [...new Set(files)].join(' '));
    await keepFiles(cache, files);
    await cache.put(key, new Response(await page.text(), { headers }));
  }

  return {
    keep: ({ person, key, document, files }) =>
      inTurn(async () => {
        const cache = await open(person);
        if (!cache) return;
        await removeAll(VERSION + person);
        await put(cache, key, document, files, now());
        await prune(cache);
        // The person signed out meanwhile: delete everything.
        if ((await readMark(marks)) !== person) await removeAll();
      }),
    addFiles: (person, key, files) =>
      inTurn(async () => {
        const cache = await open(person);
        const page = await cache?.match(key, EXACTLY);
        if (!cache || !page) return false;
        await put(cache, key, page, [...filesOf(page), ...files], keptAtOf(page));
        return true;
      }),
    async find(key) {
      const page = await (await open())?.match(key, EXACTLY);
      return page && Math.abs(now() - keptAtOf(page)) <= MAX_AGE ? markKept(page) : undefined;
    },
    findFile: (path) => caches.match(path, EXACTLY),
    drop: (key) =>
      inTurn(async () => {
        await (await open())?.delete(key, EXACTLY);
      }),
    async forget() {
      // First, so that a concurrent `keep` finds no owner.
      await removeMark(marks);
      await inTurn(() => removeAll());
    },
  };
}

/** Ignore `Vary`: request headers such as `Accept` do not matter for stored pages. */
const EXACTLY = { ignoreVary: true };

function isOfTheWay(name: string): boolean {
  return NOT_KEPT.some((other) => other.toLowerCase() === name);
}

function keptAtOf(page: Response): number {
  return Number(page.headers.get(KEPT_AT));
}

function filesOf(page: Response): string[] {
  return page.headers.get(FILES)?.split(' ').filter(Boolean) ?? [];
}

/** Marks the document with its time, in an attribute of the first element, for its scripts. */
async function markKept(page: Response): Promise<Response> {
  const text = (await page.text()).replace(/<html\b/, `<html data-kept-at="${keptAtOf(page)}"`);
  const headers = new Headers(page.headers);
  headers.delete(FILES);
  return new Response(text, { headers });
}

/** Whether the browser supports storing pages and reading the owner's cookie, also in workers. */
export function canKeepPages(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'cookieStore' in window && 'locks' in navigator;
}

/** The device's offline pages, for a window or a worker; access is locked across them. Documents are forgotten with them. */
export function openOfflinePages(): OfflinePages {
  const pages = createOfflinePages({
    caches,
    marks: deviceMarks(),
    fetch: (path) => fetch(path),
    now: Date.now,
    inTurn: (action) => navigator.locks.request('meki-offline', action),
  });
  return {
    ...pages,
    async forget() {
      await Promise.all([pages.forget(), forgetData()]);
    },
  };
}
