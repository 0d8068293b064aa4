import { type FetchFailure, fetchJson } from '../../fetch-json.ts';
import type { ListAnswer } from './act-on-list.ts';
import type { Move } from './chain-moves.ts';

/** What came of a move: `refused` by the server for a reason of its own, or not answered as one. */
export type MoveOutcome = 'moved' | 'refused' | FetchFailure;

/** Asks for a move, which arrives although somebody leaves the page at once. @param path of the list's acts */
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
