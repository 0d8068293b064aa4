import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { fetchJson } from '../../fetch-json.ts';
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
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<RunProgress>();
  const [result, setResult] = useState<ItemRun['result']>();
  const stopped = useRef(false);
  const isRunning = useRef(false);
  const { key } = useLocation();
  useEffect(() => {
    if (answer?.kind === 'done') keepResult(answer);
  }, [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the history has another result
  useEffect(() => {
    const kept = keptResult();
    if (kept && !answer) setResult(kept);
  }, [key]);

  const run = useCallback(
    async (
      action: ItemAction | 'undo',
      total: number | undefined,
      parts: (next: string | undefined) => FormData | undefined,
      request?: RunRequest,
    ) => {
      if (isRunning.current) return;
      isRunning.current = true;
      const place = window.location.href;
      stopped.current = false;
      const sum: ActionAnswer = { kind: 'done', action, done: 0, unchanged: 0, failed: [], undo: [] };
      let note: RunNote | undefined;
      let sentences: string[] = [];
      let next: string | undefined;
      setResult(undefined);
      setProgress({ action, done: 0, total });
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
        setProgress({ action, done: sum.done + sum.unchanged + sum.failed.length, total });
        if (stopped.current) note = 'stopped';
        if (stopped.current) break;
      }
      setProgress(undefined);
      const done = { ...sum, ...(note && { note }), sentences, ...(request && { request }) };
      setResult(done);
      if (window.location.href === place) keepResult(done);
      isRunning.current = false;
      // If the server cannot be reached or the person is signed out, revalidating would replace the result by another page.
      if (note !== 'broken' && note !== 'ended') await revalidate();
    },
    [path, revalidate],
  );

  const undo = useCallback(
    (steps: readonly UndoStep[]) => {
      const left = [...steps];
      return run('undo', steps.length, () => {
        const part = left.splice(-PART);
        if (part.length === 0) return undefined;
        const form = new FormData();
        form.set('intent', 'undo');
        form.set('undo', JSON.stringify(part));
        return form;
      });
    },
    [run],
  );

  const start = useCallback(
    (request: RunRequest) => run(request.action, countItems(request), partsOf(request, queryText), request),
    [run, queryText],
  );

  return {
    progress,
    result,
    start,
    undo,
    stop: () => {
      stopped.current = true;
    },
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
