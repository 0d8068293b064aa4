import { IndexeddbPersistence } from 'y-indexeddb';
import type { Doc } from 'yjs';

/** The device's copy of a draft (IndexedDB). */
export interface LocalCopy {
  close(): void;
}

interface LocalCopyOptions {
  /** Unique among the databases of this site on the device. */
  name: string;
  doc: Doc;
  /** Called once the stored copy has been applied to the document; later changes are stored too. */
  onReady(): void;
  /** Called if the device cannot store anything (more): there is no storage, or it is full. */
  onFailure(): void;
}

/** Stores a draft on the device from now on, after applying an existing copy. */
export function openLocalCopy({ name, doc, onReady, onFailure }: LocalCopyOptions): LocalCopy {
  let persistence: IndexeddbPersistence | undefined;
  let isClosed = false;
  // The library drops the promises of failed writes, so that their rejections are unhandled.
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

/** The library waits forever in browsers without storage, such as some private windows. */
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
