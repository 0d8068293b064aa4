import { IndexeddbPersistence } from 'y-indexeddb';
import type { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { createStore, type Store } from '../../../ui/kit/create-store.ts';
import type { DraftConnection } from './draft-connection.ts';
import type { DraftFacts } from './save-state.ts';

/** A draft that is open in this window. */
export interface EditorDraft {
  doc: Doc;
  awareness: Awareness;
  facts: Store<DraftFacts>;
  close(): void;
}

interface EditorDraftOptions {
  /** In the format of `core/drafts/draft-name.ts`. */
  name: string;
  /** The owner of the device's copy: people who share a device do not share unsent changes. */
  userId: string;
  /** Whether this person could write when the page was loaded. */
  canEdit: boolean;
  connection: DraftConnection;
}

const OPENING: DraftFacts = {
  isConnected: false,
  isAway: false,
  isSynced: false,
  unsyncedChanges: 0,
  isKeptHere: undefined,
  isLoaded: false,
  isRefused: false,
  mayWrite: undefined,
  hasEnded: false,
};

/** The close code of the server after a sign-out; reconnecting is refused. */
const SIGNED_OUT = 4401;

/** Opens a draft: from the device at once, from the server when connected, merged with both. */
export function openEditorDraft({ name, userId, canEdit, connection }: EditorDraftOptions): EditorDraft {
  const doc = new Doc();
  const facts = createStore(OPENING);
  const note = (change: Partial<DraftFacts>) => facts.write({ ...facts.read(), ...change });

  const remote = connection.open(name, doc);
  /** Whether, since the last connect, it was compared whether the server has everything that this window has. */
  let isCompared = false;
  remote.on('change', () => {
    const { isSynced, unsyncedChanges } = remote;
    note({ isConnected: connection.isOpen, isSynced, unsyncedChanges, ...(isSynced && { isLoaded: true }) });
  });
  remote.on('granted', (right) => {
    isCompared = false;
    const mayWrite = right === 'write';
    note({ mayWrite, isRefused: canEdit && !mayWrite, hasEnded: false });
  });
  remote.on('denied', () => note({ mayWrite: false, isRefused: true }));
  // For example, the draft is too large.
  remote.on('refused', () => note({ isRefused: true }));
  // For example stored changes from when the person still had the right to write. A device's copy that is applied after the
  // connection is sent as a change, and refused whatever it says: whether the server lacks any of it is known by comparing.
  remote.on('unsaved', () => {
    if (remote.right !== 'read') return;
    if (isCompared) return note({ isRefused: true });
    isCompared = true;
    remote.compare();
  });
  const onOpen = () => note({ isAway: false });
  const onClose = (code: number) =>
    note({ isAway: true, isConnected: false, ...(code === SIGNED_OUT && { hasEnded: true }) });
  connection.on('open', onOpen);
  connection.on('close', onClose);

  const endLocalCopy = keepLocalCopy({
    name: `meki:${userId}:${name}`,
    doc,
    onReady: () => note({ isKeptHere: true, isLoaded: facts.read().isLoaded || doc.share.size > 0 }),
    onFailure: () => note({ isKeptHere: false }),
  });

  return {
    doc,
    awareness: remote.awareness,
    facts,
    close() {
      connection.off('open', onOpen);
      connection.off('close', onClose);
      endLocalCopy();
      remote.close();
      doc.destroy();
    },
  };
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

/** Stores a draft on the device (IndexedDB) from now on, after applying an existing copy. @returns a function that ends it */
function keepLocalCopy({ name, doc, onReady, onFailure }: LocalCopyOptions): () => void {
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
  return () => {
    isClosed = true;
    window.removeEventListener('unhandledrejection', watch);
    void persistence?.destroy();
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
