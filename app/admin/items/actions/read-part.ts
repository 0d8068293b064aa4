import type { FetchFailure, JsonAnswer } from '../../fetch-json.ts';
import type { ActionAnswer } from './item-actions.ts';
import type { ListAnswer } from './list-action.ts';

/** Why a run ended early. */
export type RunNote = 'stopped' | 'broken' | 'ended' | 'forbidden' | 'refused';

/** The result of one batch of a run; on failure the reason, with the server's messages if there are any. */
export type PartAnswer = ActionAnswer | { kind: 'ended'; note: RunNote; sentences: string[] };

/** The kinds of JSON responses of list actions, including error responses. */
export const LIST_ANSWERS = ['done', 'problem', 'ask', 'create'] as const satisfies ListAnswer['kind'][];

const NOTES: { [failure in FetchFailure]: RunNote } = {
  ended: 'ended',
  forbidden: 'forbidden',
  gone: 'broken',
  failed: 'broken',
};

/** @param answer of a list action */
export function readPart(answer: JsonAnswer<ListAnswer>): PartAnswer {
  if ('failure' in answer) return endedBy(NOTES[answer.failure]);
  const { data } = answer;
  if (data.kind === 'problem') return endedBy('refused', data.sentences);
  return data.kind === 'done' ? data : endedBy('broken');
}

function endedBy(note: RunNote, sentences: string[] = []): PartAnswer {
  return { kind: 'ended', note, sentences };
}
