import { type MarkStore, readMark, removeMark } from './device-mark.ts';

/** At most this many pages are kept; the oldest go first. Source: Meki's own. */
export const MAX_PAGES = 40;
/** How long a page is kept after it was last seen, in milliseconds: 14 days. Source: Meki's own. */
export const MAX_AGE = 14 * 24 * 3_600_000;

/** Each person's cache is one of these, with their id at the end. Another number for another form of what is in it. */
const PREFIX = 'meki-offline:';
const VERSION = `${PREFIX}1:`;

const KEPT_AT = 'X-Meki-Kept-At';
const FILES = 'X-Meki-Files';

/** Files whose names change with their contents. */
export const FILES_PATH = '/assets/';

/** Headers of the way, not of the document. */
const NOT_KEPT = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Date', 'Vary', 'Set-Cookie'];

/** The pages that a device keeps for one person, each a document with the files that it was shown with. */
export interface KeptPages {
  /** Keeps a page, and drops those of anybody else. Nothing is kept for whom the device does not know. */
  keep(page: PageToKeep): Promise<void>;
  /** Adds files to those of a page that is kept. */
  addFiles(person: string, key: string, files: readonly string[]): Promise<void>;
  /** The page as it was last seen, marked with when that was. */
  find(key: string): Promise<Response | undefined>;
  /** A file of a build, which is the same for everybody. */
  findFile(path: string): Promise<Response | undefined>;
  /** Drops a page that its person may not see any more, or that is gone. */
  drop(key: string): Promise<void>;
  /** Drops every page, of everybody. */
  forget(): Promise<void>;
}

interface PageToKeep {
  person: string;
  key: string;
  document: Response;
  files: readonly string[];
}

export interface KeptPagesOptions {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete' | 'match'>;
  marks: MarkStore;
  fetch: (path: string) => Promise<Response>;
  now: () => number;
  /** Runs one act after the other, those of other windows and workers included. */
  inTurn: <T>(act: () => Promise<T>) => Promise<T>;
}

/** @see KeptPages */
export function createKeptPages({ caches, marks, fetch, now, inTurn }: KeptPagesOptions): KeptPages {
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

  /** Drops what is too old or too much, and the files that no page is shown with any more. */
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
        // Who signed out meanwhile leaves nothing behind.
        if ((await readMark(marks)) !== person) await removeAll();
      }),
    addFiles: (person, key, files) =>
      inTurn(async () => {
        const cache = await open(person);
        const page = await cache?.match(key, EXACTLY);
        if (cache && page) await put(cache, key, page, [...filesOf(page), ...files], keptAtOf(page));
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
      // At once, so that what is being kept meanwhile finds nobody to be kept for.
      await removeMark(marks);
      await inTurn(() => removeAll());
    },
  };
}

/** What differed between requests, as their `Accept`, says nothing of what is kept. */
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

/** The page tells its own scripts since when it was kept, by an attribute of its first element. */
async function markKept(page: Response): Promise<Response> {
  const text = (await page.text()).replace(/<html\b/, `<html data-kept-at="${keptAtOf(page)}"`);
  const headers = new Headers(page.headers);
  headers.delete(FILES);
  return new Response(text, { headers });
}
