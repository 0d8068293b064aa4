import { IndexeddbPersistence } from 'y-indexeddb';
import type { Doc } from 'yjs';

/** What the device keeps of a draft. */
export interface LocalCopy {
  close(): void;
}

interface LocalCopyOptions {
  /** Unique among everything that this site keeps on the device. */
  name: string;
  doc: Doc;
  /** What was kept is in the document now, and all that is written from here on is kept too. */
  onReady(): void;
  /** The device keeps nothing, or nothing more: it has no such storage, or that is full. */
  onFailure(): void;
}

/** Keeps a draft on the device from now on, with what was kept there before. */
export function openLocalCopy({ name, doc, onReady, onFailure }: LocalCopyOptions): LocalCopy {
  let persistence: IndexeddbPersistence | undefined;
  let isClosed = false;
  // Writes that fail reach nobody else: the library lets go of their promises.
  const watch = (event: PromiseRejectionEvent) => {
    if (!/QuotaExceeded|IDB|IndexedDB|InvalidState/i.test(String(event.reason))) return;
    event.preventDefault();
    onFailure();
  };
  void canOpenDatabase().then((can) => {
    if (isClosed) return;
    if (!can) return onFailure();
    window.addEventListener('unhandledrejection', watch);
    persistence = new IndexeddbPersistence(name, doc);
    persistence.once('synced', () => {
      persistence?.db?.addEventListener('close', onFailure);
      if (!isClosed) onReady();
    });
  });
  return {
    close() {
      isClosed = true;
      window.removeEventListener('unhandledrejection', watch);
      void persistence?.destroy();
    },
  };
}

/** The library waits for ever where a browser has no storage, as in some private windows. */
function canOpenDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('meki:probe');
      request.onerror = () => resolve(false);
      request.onblocked = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
