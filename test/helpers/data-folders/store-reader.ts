import { canonicalJson } from '#core/documents/content-hash.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import { collections } from '../../../server/services/services.ts';
import { openSite } from './open-site.ts';

/** Documents as JSON texts with sorted members, by path. */
export type StoreContents = { [path: string]: string };

/** Reads the store of a running site from outside. */
export interface StoreReader {
  /** All documents, except those of the given collections. */
  read(...except: string[]): Promise<StoreContents>;
  close(): Promise<void>;
}

export async function openStore(dataDir: string): Promise<StoreReader> {
  const { store, close } = await openSite(dataDir);
  return {
    async read(...except) {
      const contents: StoreContents = {};
      for (const collection of collections.filter(({ name }) => !except.includes(name))) {
        for await (const { path, data } of everyDocument(store, collection)) contents[path] = canonicalJson(data);
      }
      return contents;
    },
    close,
  };
}
