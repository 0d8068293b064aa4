/**
 * Where the words of a draft are.
 *
 * - `opening`: not known yet; nothing can be written.
 * - `saved`: durable on the server, every one of them.
 * - `saving`: on their way there, and kept on this device if it keeps anything.
 * - `offline`: kept on this device, to be sent when the server is there again.
 * - `unkept`: in this window only: the server is away and the device keeps nothing.
 * - `ended`: in this window, and on this device if it keeps anything: the person was signed out.
 * - `refused`: the server does not take them from this person any more.
 */
export type SaveState = 'opening' | 'saved' | 'saving' | 'offline' | 'unkept' | 'ended' | 'refused';

/** What is known of one draft. */
export interface DraftFacts {
  isConnected: boolean;
  /** Whether the last try to connect failed, or the connection ended; not while the first try is under way. */
  isAway: boolean;
  /** Whether the server and this window have exchanged what they had since they were last connected. */
  isSynced: boolean;
  /** Changes that the server has not yet said it keeps. */
  unsyncedChanges: number;
  /** Whether the device keeps a copy; `undefined` until that is known. */
  isKeptHere: boolean | undefined;
  /** Whether what the device or the server has is here to be written on. */
  isLoaded: boolean;
  /** Whether the server does not take what this person writes, or has written. */
  isRefused: boolean;
  /** Whether the server lets this person write; `undefined` until it said so. */
  mayWrite: boolean | undefined;
  /** Whether the server closed the connection because the person was signed out, and has not let them in since. */
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

/** From the best to the worst: what is said of several drafts is what is true of the worst. */
const ORDER: readonly SaveState[] = ['saved', 'saving', 'opening', 'offline', 'unkept', 'ended', 'refused'];

export function worstOf(states: readonly SaveState[]): SaveState {
  return ORDER[Math.max(0, ...states.map((state) => ORDER.indexOf(state)))] ?? 'opening';
}

/** Whether closing the window would lose words. */
export function losesWords(facts: DraftFacts): boolean {
  return facts.isKeptHere !== true && facts.isLoaded && !facts.isRefused && saveStateOf(facts) !== 'saved';
}
