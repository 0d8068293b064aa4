import type { FetchFailure, JsonAnswer } from '../../fetch-json.ts';
import type { ActionAnswer, ItemAction } from './item-actions.ts';
import type { ListAnswer } from './list-action.ts';

/** Items per batch, so that progress is visible. */
export const PART = 10;

export interface RunRequest {
  action: ItemAction;
  /** The selected items; missing for all items of the list. */
  items?: readonly string[];
  /** Number of items in the list, if known. */
  total?: number | undefined;
  language?: string;
  tag?: string;
  acceptWarnings?: boolean;
}

/** Number of items in a run, if known. */
export function countItems({ items, total }: Pick<RunRequest, 'items' | 'total'>): number | undefined {
  return items?.length ?? total;
}

/** The forms of the batches, to be sent one after another. */
export function partsOf({ action, items, language, tag, acceptWarnings }: RunRequest, queryText: string) {
  const left = items && [...items];
  let isBegun = false;
  return (next: string | undefined): FormData | undefined => {
    const form = new FormData();
    if (left) {
      if (left.length === 0) return undefined;
      for (const id of left.splice(0, PART)) form.append('item', id);
    } else {
      if (isBegun && next === undefined) return undefined;
      form.set('scope', 'all');
      form.set('query', queryText);
      form.set('limit', String(PART));
      if (next !== undefined) form.set('cursor', next);
    }
    isBegun = true;
    form.set('intent', action);
    form.set('confirmed', 'yes');
    if (language) form.set('language', language);
    if (tag) form.set('tag', tag);
    if (acceptWarnings) form.set('warnings', 'accept');
    return form;
  };
}

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
