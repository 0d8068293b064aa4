import { everyDocument } from '#core/documents/every-document.ts';
import site from '#site-config';
import { collections, createServices } from '../../server/services/services.ts';

/** Documents as JSON texts, by path. */
export type StoreContents = { [path: string]: string };

/** Reads the store of a running site from outside. */
export interface StoreReader {
  /** All documents, except those of the given collections. */
  read(...except: string[]): Promise<StoreContents>;
  close(): Promise<void>;
}

export async function openStore(dataDir: string): Promise<StoreReader> {
  const { store, close } = await createServices({ dataDir }, site, { warn: () => {} });
  return {
    async read(...except) {
      const contents: StoreContents = {};
      for (const collection of collections.filter(({ name }) => !except.includes(name))) {
        for await (const { path, data } of everyDocument(store, collection)) contents[path] = JSON.stringify(data);
      }
      return contents;
    },
    close,
  };
}
