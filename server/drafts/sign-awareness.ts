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
