import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router';
import { fetchJson } from '../../fetch-json.ts';
import { useRun } from '../../progress-box.tsx';
import type { ActionAnswer, ItemAction, UndoStep } from './item-actions.ts';
import type { ListAnswer } from './list-action.ts';
import {
  countItems,
  LIST_ANSWERS,
  PART,
  type PartAnswer,
  partsOf,
  type RunNote,
  type RunRequest,
  readPart,
} from './run-parts.ts';

export interface RunProgress {
  action: ItemAction | 'undo';
  done: number;
  total?: number | undefined;
}

export interface ItemRun {
  progress: RunProgress | undefined;
  /** Of the last completed run, also after the browser's back and forward. */
  result: (ActionAnswer & { request?: RunRequest; note?: RunNote; sentences?: string[] }) | undefined;
  /** Ignored during another run, like `undo`. */
  start(request: RunRequest): Promise<void>;
  undo(steps: readonly UndoStep[]): Promise<void>;
  stop(): void;
  dismiss(): void;
}

/**
 * Performs an action on many items in batches, with progress.
 * @param path of the list's JSON endpoint
 * @param answer of a form that was sent with the page
 */
export function useItemRun(path: string, queryText: string, answer: ListAnswer | undefined): ItemRun {
  const { progress, result, setResult, run, stop } = useRun<RunProgress, ItemRun['result']>();
  const { key } = useLocation();
  useEffect(() => {
    if (answer?.kind === 'done') keepResult(answer);
  }, [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the history has another result
  useEffect(() => {
    const kept = keptResult();
    if (kept && !answer) setResult(kept);
  }, [key]);

  const perform = useCallback(
    (
      action: ItemAction | 'undo',
      total: number | undefined,
      parts: (next: string | undefined) => FormData | undefined,
      request?: RunRequest,
    ) =>
      run(async ({ report, isStopped }) => {
        const place = window.location.href;
        const sum: ActionAnswer = { kind: 'done', action, done: 0, unchanged: 0, failed: [], undo: [] };
        let note: RunNote | undefined;
        let sentences: string[] = [];
        let next: string | undefined;
        report({ action, done: 0, total });
        for (let form = parts(undefined); form; form = parts(next)) {
          const answer = await send(path, form);
          if (answer.kind === 'ended') {
            ({ note, sentences } = answer);
            break;
          }
          sum.done += answer.done;
          sum.unchanged += answer.unchanged;
          sum.failed.push(...answer.failed);
          sum.undo.push(...answer.undo);
          next = answer.next;
          report({ action, done: sum.done + sum.unchanged + sum.failed.length, total });
          if (isStopped()) note = 'stopped';
          if (isStopped()) break;
        }
        const result = { ...sum, ...(note && { note }), sentences, ...(request && { request }) };
        if (window.location.href === place) keepResult(result);
        return { result, isReachable: note !== 'broken' && note !== 'ended' };
      }),
    [path, run],
  );

  const undo = useCallback(
    (steps: readonly UndoStep[]) => {
      const left = [...steps];
      return perform('undo', steps.length, () => {
        const part = left.splice(-PART);
        if (part.length === 0) return undefined;
        const form = new FormData();
        form.set('intent', 'undo');
        form.set('undo', JSON.stringify(part));
        return form;
      });
    },
    [perform],
  );

  const start = useCallback(
    (request: RunRequest) => perform(request.action, countItems(request), partsOf(request, queryText), request),
    [perform, queryText],
  );

  return {
    progress,
    result,
    start,
    undo,
    stop,
    dismiss: () => {
      setResult(undefined);
      keepResult(undefined);
    },
  };
}

/** Keeps what undoes an action with the page's entry in the history, where back, forward and a reload find it. */
function keepResult(result: ItemRun['result']): void {
  const { itemRun: _, ...state } = window.history.state ?? {};
  window.history.replaceState({ ...state, ...(result && result.undo.length > 0 && { itemRun: result }) }, '');
}

function keptResult(): ItemRun['result'] {
  return window.history.state?.itemRun;
}

async function send(path: string, body: FormData): Promise<PartAnswer> {
  return readPart(await fetchJson<ListAnswer>(path, { method: 'POST', body, kinds: LIST_ANSWERS }));
}
