import type { ItemAct, UndoStep } from './item-acts.ts';

/** Items of one request, so that progress shows. */
export const PART = 10;

export interface RunRequest {
  act: ItemAct;
  /** Those that were marked; nothing for all that the list holds. */
  items?: readonly string[];
  /** How many the list holds, where that is known. */
  total?: number | undefined;
  language?: string;
  tag?: string;
  acceptWarnings?: boolean;
}

/** How many items a run is about, where that is known. */
export function countItems({ items, total }: Pick<RunRequest, 'items' | 'total'>): number | undefined {
  return items?.length ?? total;
}

/** How many items are undone; of those that were published in one act, each counts. */
export function countUndone(steps: readonly UndoStep[]): number {
  return steps.reduce((sum, step) => sum + ('together' in step ? step.together.length : 1), 0);
}

/** The forms to be sent one after the other, each when the one before was answered. */
export function partsOf({ act, items, language, tag, acceptWarnings }: RunRequest, queryText: string) {
  const left = items && [...items];
  let isBegun = false;
  return (next: string | undefined, ahead: readonly string[]): FormData | undefined => {
    const form = new FormData();
    if (left) {
      if (left.length === 0) return undefined;
      for (const id of left.splice(0, PART)) form.append('item', id);
      // What changes places with one of these may be in another part.
      if (act === 'publish') form.set('among', items.join(' '));
    } else {
      if (isBegun && next === undefined) return undefined;
      form.set('scope', 'all');
      form.set('query', queryText);
      form.set('limit', String(PART));
      if (next !== undefined) form.set('cursor', next);
    }
    isBegun = true;
    form.set('intent', act);
    form.set('confirmed', 'yes');
    if (language) form.set('language', language);
    if (tag) form.set('tag', tag);
    if (acceptWarnings) form.set('warnings', 'accept');
    if (ahead.length > 0) form.set('ahead', ahead.join(' '));
    return form;
  };
}
