import { createDecoder, readVarString, readVarUint } from 'lib0/decoding';
import { type Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { parseJson } from '#core/json/parse-json.ts';

/** Presence states that a browser sends, by client id; the server sets `user`. */
export type AwarenessStates = Map<number, { [member: string]: unknown }>;

/** Maximum JSON length of one state; a cursor position takes some hundred characters. */
const MAX_STATE = 4_000;

/** Maximum Yjs clients per connection. */
const MAX_CLIENTS = 2;

export interface AwarenessSigner {
  user: { id: string; name: string };
  /** Client ids that the connection has used. */
  own: ReadonlySet<number>;
  /** Whether a client id belongs to another connection. */
  isOthers(clientId: number): boolean;
}

/** States with the clock of each. */
export interface ReceivedAwareness {
  states: AwarenessStates;
  clocks: Map<number, number>;
}

/**
 * Reads presence states from outside, within limits. Those of windows that say they are gone are left out: the end of the connection
 * says so. Source of the format: y-protocols 1.0, `awareness.js`.
 * @throws Error if they are malformed
 */
export function readAwareness(payload: Uint8Array): ReceivedAwareness {
  const decoder = createDecoder(payload);
  const received: ReceivedAwareness = { states: new Map(), clocks: new Map() };
  for (let count = readVarUint(decoder); count > 0; count--) {
    const client = readVarUint(decoder);
    received.clocks.set(client, readVarUint(decoder));
    const state: unknown = parseJson(readVarString(decoder));
    if (typeof state !== 'object' || Array.isArray(state)) throw new TypeError('A presence state is an object');
    if (state) received.states.set(client, state as { [member: string]: unknown });
  }
  return received;
}

/** Encodes states for `applyAwarenessUpdate`; `null` removes one. */
export function writeAwareness(
  states: ReadonlyMap<number, object | null>,
  clockOf: (clientId: number) => number,
): Uint8Array {
  const meta = new Map([...states.keys()].map((client) => [client, { clock: clockOf(client), lastUpdated: 0 }]));
  // The encoder reads no other members.
  return encodeAwarenessUpdate({ states, meta } as Awareness, [...states.keys()]);
}

/** Keeps the states that the connection may set, and writes its user into each. */
export function signAwareness(states: AwarenessStates, { user, own, isOthers }: AwarenessSigner): void {
  const clients = new Set(own);
  for (const [clientId, state] of [...states]) {
    const isKnown = clients.has(clientId);
    if (!isSmall(state) || (!isKnown && (isOthers(clientId) || clients.size >= MAX_CLIENTS))) {
      states.delete(clientId);
      continue;
    }
    clients.add(clientId);
    state.user = { ...colorOf(state.user), id: user.id, name: user.name };
  }
}

/** The caret's colour is chosen by the browser. */
function colorOf(user: unknown): { color?: string } {
  const color = (user as { color?: unknown } | null | undefined)?.color;
  return typeof color === 'string' && /^[#\w(),.%/ -]{1,40}$/.test(color) ? { color } : {};
}

function isSmall(state: unknown): boolean {
  return JSON.stringify(state).length <= MAX_STATE;
}

/** Milliseconds between two messages of one window about a draft: carets of others move 20 times a second. */
const INTERVAL = 50;

/**
 * Passes on who is where: the first message of a window about a draft at once, then the latest one per interval. Each says the
 * same as those before it, anew.
 * @param inTurn see `createTurns`
 * @returns takes a message, by the name of the draft
 */
export function pacePresence(
  inTurn: (work: () => void) => void,
  interval = INTERVAL,
): (name: string, pass: () => void) => void {
  /** By draft, while another message may not be passed on yet. */
  const latest = new Map<string, (() => void) | undefined>();

  function next(name: string): void {
    const pass = latest.get(name);
    if (!pass) {
      latest.delete(name);
      return;
    }
    latest.set(name, undefined);
    pass();
    setTimeout(() => inTurn(() => next(name)), interval).unref();
  }

  return (name, pass) => {
    const isPaced = latest.has(name);
    latest.set(name, pass);
    if (!isPaced) next(name);
  };
}
