import { everyDocument } from '#core/documents/every-document.ts';
import site from '#site-config';
import { collections, createServices } from '../../server/services/services.ts';

/** Documents by path, each as one text. */
export type StoreContents = { [path: string]: string };

/** Looks into the store of a running site, from outside. */
export interface StoreReader {
  /** Everything that is kept, but for the collections named. */
  read(...except: string[]): Promise<StoreContents>;
  close(): Promise<void>;
}

export function openStore(dataDir: string): StoreReader {
  const { store, close } = createServices({ dataDir }, site, { warn: () => {} });
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
