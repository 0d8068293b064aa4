import { FILES_PATH, type OfflinePages } from '../offline-pages.ts';
import type { KeepMessage } from '../page-keeper.ts';

/** Maximum documents waiting for their pages to identify the person; few pages never do. */
const MOST_ARRIVALS = 5;

interface PageStoreOptions {
  pages: Pick<OfflinePages, 'keep' | 'addFiles'>;
  /** Fetches a page's document, following redirects. */
  fetch: (path: string) => Promise<Response>;
}

/** Stores the pages that windows show. */
export interface PageStore {
  /** Remembers a document until its window asks to store it, to avoid fetching it again. */
  noteArrival(client: string, key: string, document: Response): void;
  keep(message: KeepMessage, client: string): Promise<void>;
}

/** @see PageStore */
export function createPageStore({ pages, fetch }: PageStoreOptions): PageStore {
  const arrivals = new Map<string, { key: string; document: Response }>();
  let last: Promise<void> = Promise.resolve();

  async function documentOf(key: string, client: string): Promise<Response | undefined> {
    const arrival = arrivals.get(client);
    arrivals.delete(client);
    if (arrival?.key === key) return arrival.document;
    try {
      return await fetch(key);
    } catch {
      return undefined;
    }
  }

  async function keepNext({ person, key, files, isKnown }: KeepMessage, client: string): Promise<void> {
    // Stored now if that failed before, for example because the network was lost for a moment.
    if (isKnown && (await pages.addFiles(person, key, files))) return;
    const document = await documentOf(key, client);
    if (!document?.ok || document.redirected) return;
    const named = filesNamedIn(await document.clone().text());
    // A document of another build than the window's would lack its files.
    if (!named.filter(isManifest).every((file) => files.includes(file))) return;
    await pages.keep({ person, key, document, files: [...named, ...files] });
  }

  return {
    noteArrival(client, key, document) {
      arrivals.set(client, { key, document });
      const [oldest] = arrivals.keys();
      if (arrivals.size > MOST_ARRIVALS && oldest !== undefined) arrivals.delete(oldest);
    },
    keep(message, client) {
      // Serialized: files that a window loads later belong to its page, which must be stored first.
      last = last.catch(() => {}).then(() => keepNext(message, client));
      return last;
    },
  };
}

const isManifest = (file: string) => file.startsWith(`${FILES_PATH}manifest-`);

function filesNamedIn(html: string): string[] {
  return [...new Set(html.match(/(?<=")\/assets\/[\w.-]+(?=")/g) ?? [])];
}
