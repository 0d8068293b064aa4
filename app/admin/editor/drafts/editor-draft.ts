import {
  HocuspocusProvider,
  type HocuspocusProviderWebsocket,
  MessageType,
  type onAuthenticatedParameters,
  type onCloseParameters,
  type onMessageParameters,
  WebSocketStatus,
} from '@hocuspocus/provider';
import type { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { createStore, type Store } from '../../../ui/kit/create-store.ts';
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
  socket: HocuspocusProviderWebsocket;
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

/** Milliseconds until a reconnect after the server closed one draft's connection, for example because rights changed. */
const ASK_AGAIN_AFTER = 1_000;

/** Opens a draft: from the device at once, from the server when connected, merged with both. */
export function openEditorDraft({ name, userId, canEdit, socket }: EditorDraftOptions): EditorDraft {
  const doc = new Doc();
  const facts = createStore(OPENING);
  const note = (change: Partial<DraftFacts>) => facts.write({ ...facts.read(), ...change });
  let askAgain: ReturnType<typeof setTimeout> | undefined;

  const provider = new HocuspocusProvider({ name, document: doc, websocketProvider: socket, token: 'session' });
  const noteConnection = () =>
    note({
      isConnected: socket.status === WebSocketStatus.Connected,
      isSynced: provider.isSynced,
      unsyncedChanges: provider.unsyncedChanges,
    });
  provider.on('status', ({ status }: { status: WebSocketStatus }) => {
    if (status !== WebSocketStatus.Connecting) note({ isAway: status === WebSocketStatus.Disconnected });
    noteConnection();
  });
  provider.on('unsyncedChanges', noteConnection);
  provider.on('synced', () => {
    noteConnection();
    note({ isLoaded: true });
  });
  /** Whether the server was asked, since the last connect, if it has everything that this window has. */
  let isCompared = false;
  provider.on('authenticated', ({ scope }: onAuthenticatedParameters) => {
    isCompared = false;
    const mayWrite = scope !== 'readonly';
    note({ mayWrite, isRefused: canEdit && !mayWrite, hasEnded: false });
  });
  provider.on('authenticationFailed', () => note({ mayWrite: false, isRefused: true }));
  // For example stored changes from when the person still had the right to write. A device's copy that is applied after the
  // connection is sent as a change, and refused whatever it says: whether the server lacks any of it is known by comparing.
  provider.on('message', (received: onMessageParameters) => {
    if (provider.authorizedScope !== 'readonly' || !isUnapplied(received)) return;
    if (isCompared) return note({ isRefused: true });
    isCompared = true;
    provider.forceSync();
  });
  provider.on('stateless', ({ payload }: { payload: string }) => {
    if (isRefusal(payload)) note({ isRefused: true });
  });
  provider.on('close', ({ event }: onCloseParameters) => {
    noteConnection();
    if (event.code === SIGNED_OUT) note({ hasEnded: true });
    if (socket.status !== WebSocketStatus.Connected) return;
    clearTimeout(askAgain);
    askAgain = setTimeout(() => {
      provider.detach();
      provider.attach();
    }, ASK_AGAIN_AFTER);
  });
  provider.attach();

  const copy = openLocalCopy({
    name: `meki:${userId}:${name}`,
    doc,
    onReady: () => note({ isKeptHere: true, isLoaded: facts.read().isLoaded || doc.share.size > 0 }),
    onFailure: () => note({ isKeptHere: false }),
  });

  return {
    doc,
    awareness: provider.awareness as Awareness,
    facts,
    close() {
      clearTimeout(askAgain);
      copy.close();
      provider.destroy();
      doc.destroy();
    },
  };
}

/** Whether the server reports that a change of this window was not applied. */
function isUnapplied({ message }: onMessageParameters): boolean {
  message.readVarString();
  return message.readVarUint() === MessageType.SyncStatus && message.readVarUint() === 0;
}

/** Whether the server reports that it accepts no more changes, for example because the draft is too large. */
function isRefusal(payload: string): boolean {
  try {
    return (JSON.parse(payload) as { kind?: unknown } | null)?.kind === 'refused';
  } catch {
    return false;
  }
}
