import { type FetchFailure, fetchJson } from '../../fetch-json.ts';
import type { ListAnswer } from './list-action.ts';

/** An item and the one to move it behind; an empty id for the start. */
export interface Move {
  id: string;
  behind: string;
}

/** The order after a move. */
export function afterMove(ids: readonly string[], { id, behind }: Move): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(others.indexOf(behind) + 1, 0, id);
}

export interface MoveChain {
  add(move: Move): void;
  /** Whether all moves were answered. */
  isDone(): boolean;
}

interface MoveChainOptions {
  /** @returns whether it succeeded */
  send(move: Move): Promise<boolean>;
  /** Called when the queue is empty; `isBroken` if one failed, in which case the queued ones were dropped. */
  onDone(isBroken: boolean): void;
}

/**
 * Sends moves serially, because each depends on the order that the previous one left. Of several queued moves of one item, only
 * the last is sent.
 */
export function chainMoves({ send, onDone }: MoveChainOptions): MoveChain {
  let waiting: Move[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    let isBroken = false;
    for (let move = waiting.shift(); move; move = waiting.shift()) {
      if (await send(move)) continue;
      isBroken = true;
      waiting = [];
    }
    isSending = false;
    onDone(isBroken);
  }

  return {
    add(move) {
      if (waiting.at(-1)?.id === move.id) waiting.pop();
      waiting.push(move);
      if (!isSending) void sendAll();
    },
    isDone: () => !isSending,
  };
}

/** The result of a move: `refused` by the server with a reason, or a failed request. */
export type MoveOutcome = 'moved' | 'refused' | FetchFailure;

/** Sends a move; it arrives even if the page is left at once (keepalive). @param path of the list's JSON endpoint */
export async function sendMove(path: string, { id, behind }: Move): Promise<MoveOutcome> {
  const body = new FormData();
  body.set('intent', 'move');
  body.set('item', id);
  body.set('behind', behind);
  const kinds = ['moved', 'problem'];
  const answer = await fetchJson<ListAnswer>(path, { method: 'POST', body, keepalive: true, kinds });
  if ('failure' in answer) return answer.failure;
  return answer.data.kind === 'moved' ? 'moved' : 'refused';
}
