import * as Y from 'yjs';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { readRichText } from '#core/shared-text/write-rich-text.ts';

/** A state of a draft, and an update to it, if one is to be tried. */
export interface TryJob {
  kind: 'try';
  state: Uint8Array;
  update: Uint8Array | undefined;
  /** The names of the shared types of its rich texts. */
  texts: readonly string[];
}

/** The updates of a draft, in order. */
export interface MergeJob {
  kind: 'merge';
  updates: readonly Uint8Array[];
}

/** Milliseconds of processor time that a draft takes: the update, loading the result, one more keystroke, reading its texts. */
export interface DraftCosts {
  apply: number;
  load: number;
  keystroke: number;
  read: number;
}

/** `crowded`: too many clients. */
export type TryResult =
  | { kind: 'tried'; costs: DraftCosts }
  | { kind: 'crowded' }
  | { kind: 'incomplete' }
  | { kind: 'unreadable' };

export interface MergeResult {
  kind: 'merged';
  update: Uint8Array;
  /** Milliseconds of processor time to load it. */
  load: number;
  /** Whether something was left out that follows what is missing. */
  isIncomplete: boolean;
  /** Why some updates were left out. */
  errors: string[];
}

/**
 * Maximum clients of a draft, and of one update. A person has a client per session; what a program writes shares one per opening.
 * Source: Meki's own; a keystroke passes each client of the draft.
 */
const MOST_CLIENTS = { draft: 10_000, update: 2_000 };

/** Tries what an update does to a draft, and what the draft costs then. */
export function tryDraft({ state, update, texts }: TryJob): TryResult {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  let apply = 0;
  if (update && clientsOf(update) > MOST_CLIENTS.update) return { kind: 'crowded' };
  if (update) {
    try {
      apply = timeOf(() => Y.applyUpdate(doc, update));
    } catch {
      return { kind: 'unreadable' };
    }
    if (doc.store.pendingStructs || doc.store.pendingDs) return { kind: 'incomplete' };
  }
  if (doc.store.clients.size > MOST_CLIENTS.draft) return { kind: 'crowded' };
  const result = new Y.Doc();
  const load = timeOf(() => Y.applyUpdate(result, Y.encodeStateAsUpdate(doc)));
  const read = timeOf(() => {
    for (const name of texts) readRichText(sharedTextIn(result, name));
  });
  const keystroke = timeOf(() => void result.getMap('trial').set('trial', 0));
  return { kind: 'tried', costs: { apply, load, keystroke, read } };
}

/**
 * Merges updates into one, without deleted content, without updates that cannot be applied, and without what follows something that
 * is missing.
 */
export function mergeUpdates({ updates }: Pick<MergeJob, 'updates'>): MergeResult {
  const errors: string[] = [];
  let readable = [...updates];
  for (;;) {
    const doc = new Y.Doc();
    const broken = readable.findIndex((update) => !isApplied(doc, update, errors));
    if (broken < 0) {
      const isIncomplete = Boolean(doc.store.pendingStructs || doc.store.pendingDs);
      const update = encodeComplete(doc);
      const load = timeOf(() => Y.applyUpdate(new Y.Doc(), update));
      return { kind: 'merged', update, load, isIncomplete, errors };
    }
    // The others that are broken by themselves go at once: each turn applies everything again.
    readable = readable.filter(
      (update, index) => index < broken || (index > broken && isApplied(new Y.Doc(), update, errors)),
    );
  }
}

/** Clients that wrote something in an update; 0 if it cannot be read. */
function clientsOf(update: Uint8Array): number {
  try {
    return Y.parseUpdateMeta(update).to.size;
  } catch {
    return 0;
  }
}

/** Bytes of updates, and product of structs and what each of them may pass, up to which applying them takes less than 0.2 s. */
const MOST_PLAIN = { bytes: 256 * 1024, steps: 8_000_000 };

/** Bytes that a split copies in the time of a step. */
const BYTES_PER_STEP = 32;

/** Whether the number of structs in updates bounds what they cost, whatever they contain: no need to try them. */
export function isPlain(updates: readonly Uint8Array[]): boolean {
  const bytes = updates.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes > MOST_PLAIN.bytes) return false;
  try {
    const count = updates.reduce((sum, update) => sum + structsIn(update), 0);
    return count * (count + bytes / BYTES_PER_STEP) <= MOST_PLAIN.steps;
  } catch {
    return false;
  }
}

function structsIn(update: Uint8Array): number {
  const { structs, ds } = Y.decodeUpdate(update);
  return structs.length + [...ds.clients.values()].reduce((sum, { length }) => sum + length, 0);
}

/** The state of a document without what waits for predecessors, which nobody can see. */
function encodeComplete(doc: Y.Doc): Uint8Array {
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
  return Y.encodeStateAsUpdate(doc);
}

function isApplied(doc: Y.Doc, update: Uint8Array, errors: string[]): boolean {
  try {
    Y.applyUpdate(doc, update);
    return true;
  } catch (error) {
    errors.push(String(error));
    return false;
  }
}

/** Milliseconds of processor time of this thread. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What `measurePace` takes on a machine of 2024, in milliseconds. Source: measured on two of its cores. */
const USUAL = 12;

/** How much slower this machine is than a usual one; at least 1. */
export function measurePace(): number {
  const doc = new Y.Doc();
  const words = doc.getMap('words');
  doc.transact(() => {
    for (let index = 0; index < 5_000; index += 1) words.set(`word-${index}`, index);
  });
  const state = Y.encodeStateAsUpdate(doc);
  const times = Array.from({ length: 5 }, () => timeOf(() => Y.applyUpdate(new Y.Doc(), state)));
  return Math.max(1, Math.min(...times) / USUAL);
}
