/** What a browser tells of where somebody is: as its own JSON, with `user` as the server knows them. */
export type AwarenessStates = Map<number, { [member: string]: unknown }>;

/** Longest JSON of one state; a place in a text takes some hundred characters. */
const MAX_STATE = 4_000;

/** Most browsers' windows that one connection speaks for. */
const MAX_CLIENTS = 2;

export interface AwarenessSigner {
  user: { id: string; name: string };
  /** The clients that the connection spoke for already. */
  own: ReadonlySet<number>;
  /** Whether somebody else's connection speaks for a client. */
  isOthers(clientId: number): boolean;
}

/** Leaves of the states those that the connection may speak for, and writes into each who it is. */
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

/** Carets are drawn in a colour that the browser picks. */
function colorOf(user: unknown): { color?: string } {
  const color = (user as { color?: unknown } | null | undefined)?.color;
  return typeof color === 'string' && /^[#\w(),.%/ -]{1,40}$/.test(color) ? { color } : {};
}

function isSmall(state: unknown): boolean {
  return JSON.stringify(state).length <= MAX_STATE;
}
