import type { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { createStore, type Store } from '../../../ui/kit/create-store.ts';
import type { DraftConnection } from './draft-connection.ts';
import { openLocalCopy } from './local-copy.ts';
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

  const copy = openLocalCopy({
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
      copy.close();
      remote.close();
      doc.destroy();
    },
  };
}
