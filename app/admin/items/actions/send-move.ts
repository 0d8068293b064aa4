import { type FetchFailure, fetchJson } from '../../fetch-json.ts';
import type { Move } from './chain-moves.ts';
import type { ListAnswer } from './list-action.ts';

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
