import type { ReplacedPlace } from '#core/replacing/replace-words.ts';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import { useRun } from '../progress-box.tsx';
import type { LeftPlaces, ReplaceAnswer } from './replace-action.ts';

export type ReplaceDone = ReplaceAnswer & { kind: 'done' };

/** What all requests of a run have done together. */
type ReplaceSum = Omit<ReplaceDone, 'left' | 'replacement' | 'isMinor'>;

/** What has been done so far. */
export interface ReplaceResult extends ReplaceSum {
  /** Why it ended early. */
  end?: 'stopped' | FetchFailure;
  /** What the server says is wrong. */
  sentence?: string;
}

/** Places per request, with all of an item in the same one. Source: Meki's own. */
const PART = 20;

/** Replaces words at places in several requests, with progress, and undoes that. @param path of the JSON endpoint */
export function useReplaceRun(path: string) {
  const { progress, result, run, stop } = useRun<
    { intent: ReplaceDone['intent']; done: number; total: number },
    ReplaceResult
  >();

  const perform = <Place>(
    intent: ReplaceDone['intent'],
    byItem: readonly (readonly Place[])[],
    formOf: (places: Place[]) => FormData,
    leftOf: (left: LeftPlaces) => Place[],
  ) =>
    run(async ({ report, isStopped }) => {
      const total = byItem.reduce((sum, places) => sum + places.length, 0);
      const left = [...byItem];
      let sum = nothingDone(intent);
      let done = 0;
      while (left.length > 0 && !sum.end) {
        report({ intent, done, total });
        const part: Place[] = [];
        do part.push(...(left.shift() ?? []));
        while (part.length + (left[0]?.length ?? PART) <= PART);
        const form = formOf(part);
        form.set('intent', intent);
        const answer = await fetchJson<ReplaceAnswer>(path, { method: 'POST', body: form, kinds: ['done', 'problem'] });
        if ('failure' in answer) sum = { ...sum, end: answer.failure };
        else if (answer.data.kind === 'problem') sum = { ...sum, end: 'failed', sentence: answer.data.sentence };
        else {
          sum = added(sum, answer.data);
          const rest = leftOf(answer.data.left);
          if (rest.length > 0) left.unshift(rest);
          done -= rest.length;
        }
        done += part.length;
        if (isStopped() && left.length > 0) sum = { ...sum, end: sum.end ?? 'stopped' };
      }
      return { result: sum, isReachable: sum.end === undefined || sum.end === 'stopped' };
    });

  return {
    progress,
    result,
    stop,
    /** @param form of the page, without its places @param places as the values of its checkboxes */
    replace: (form: FormData, places: readonly string[]) =>
      perform(
        'replace',
        [...Map.groupBy(places, (place) => place.slice(0, place.indexOf('/'))).values()],
        (part) => {
          const own = new FormData();
          for (const [name, value] of form) if (name !== 'place') own.append(name, value);
          for (const place of part) own.append('place', place);
          return own;
        },
        ({ places: rest }) => rest,
      ),
    undo: (places: readonly ReplacedPlace[]) =>
      perform(
        'undo',
        [...Map.groupBy(places, ({ itemId }) => itemId).values()],
        (part) => {
          const own = new FormData();
          own.set('undo', JSON.stringify(part));
          return own;
        },
        ({ undo }) => undo,
      ),
  };
}

function nothingDone(intent: ReplaceDone['intent']): ReplaceResult {
  return { kind: 'done', intent, items: 0, places: 0, skipped: 0, refused: 0, tooLong: 0, unpublished: 0, undo: [] };
}

function added(sum: ReplaceResult, one: ReplaceDone): ReplaceResult {
  const next = { ...sum, undo: [...sum.undo, ...one.undo] };
  for (const name of ['items', 'places', 'skipped', 'refused', 'tooLong', 'unpublished'] as const)
    next[name] += one[name];
  return next;
}
