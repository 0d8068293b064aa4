import { type Store, subscribeToAll } from '../../../ui/kit/create-store.ts';

/**
 * The save state of a draft.
 *
 * - `opening`: not known yet; read-only.
 * - `saved`: everything is durable on the server.
 * - `saving`: being sent, and stored on this device if possible.
 * - `offline`: stored on this device, to be sent when the server can be reached.
 * - `unkept`: only in this window: the server cannot be reached and the device stores nothing.
 * - `ended`: in this window, and on this device if possible: the person was signed out.
 * - `refused`: the server no longer accepts changes from this person.
 */
export type SaveState = 'opening' | 'saved' | 'saving' | 'offline' | 'unkept' | 'ended' | 'refused';

/** The known facts about one draft. */
export interface DraftFacts {
  isConnected: boolean;
  /** Whether the last connection failed or ended; not during the first attempt. */
  isAway: boolean;
  /** Whether server and window are synchronized since the last connect. */
  isSynced: boolean;
  /** Number of changes that the server has not acknowledged. */
  unsyncedChanges: number;
  /** Whether the device stores a copy; `undefined` until known. */
  isKeptHere: boolean | undefined;
  /** Whether the draft was loaded from the device or the server and can be edited. */
  isLoaded: boolean;
  /** Whether the server refuses changes of this person. */
  isRefused: boolean;
  /** Whether the server lets this person write; `undefined` until known. */
  mayWrite: boolean | undefined;
  /** Whether the server closed the connection because the person was signed out, and no reconnect succeeded since. */
  hasEnded: boolean;
}

export function saveStateOf(facts: DraftFacts): SaveState {
  if (facts.isRefused) return 'refused';
  if (facts.hasEnded) return 'ended';
  if (facts.isConnected && facts.isSynced && facts.unsyncedChanges === 0) return 'saved';
  if (!facts.isLoaded) return 'opening';
  if (facts.isConnected) return 'saving';
  return facts.isKeptHere === false ? 'unkept' : 'offline';
}

/** From best to worst: several drafts have the worst state of them. */
const ORDER: readonly SaveState[] = ['saved', 'saving', 'opening', 'offline', 'unkept', 'ended', 'refused'];

export function worstOf(states: readonly SaveState[]): SaveState {
  return ORDER[Math.max(0, ...states.map((state) => ORDER.indexOf(state)))] ?? 'opening';
}

/** Whether closing the window would lose changes. */
export function discardsWords(facts: DraftFacts): boolean {
  return facts.isKeptHere !== true && facts.isLoaded && !facts.isRefused && saveStateOf(facts) !== 'saved';
}

/**
 * Waits until everything typed is durable on the server.
 * @returns `false` if that is impossible now: the server cannot be reached, or refuses changes
 */
export function whenSaved(
  drafts: readonly { facts: Pick<Store<DraftFacts>, 'read' | 'subscribe'> }[],
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    const known = drafts.map(({ facts }) => facts.read());
    // A draft that was never loaded has nothing to save, but will not load from an unreachable server either.
    if (known.some(({ isLoaded, isAway }) => !isLoaded && isAway)) return resolve(false);
    const state = worstOf(known.map(saveStateOf));
    if (state !== 'saving' && state !== 'opening') resolve(state === 'saved');
  };
  const end = subscribeToAll(
    drafts.map(({ facts }) => facts),
    look,
  );
  look();
  return promise.finally(end);
}
