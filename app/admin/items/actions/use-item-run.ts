import { useCallback, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ToastTone } from '../../../ui/kit/toasts/toast.ts';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { fetchJson } from '../../fetch-json.ts';
import type { ActionAnswer, ItemAction, UndoStep } from './item-actions.ts';
import type { ListAnswer } from './list-action.ts';
import { LIST_ANSWERS, type PartAnswer, type RunNote, readPart } from './read-part.ts';
import { countItems, countUndone, PART, partsOf, type RunRequest } from './run-parts.ts';

/** How long a toast offers to undo an action, in milliseconds; longer than other toasts, to allow for a decision. */
const UNDO_DURATION = 12_000;

/** The toast of a run replaces the previous one, whose undo is outdated. */
const TOAST_ID = 'item-run';

export interface RunProgress {
  action: ItemAction | 'undo';
  done: number;
  total?: number | undefined;
}

export interface ItemRun {
  progress: RunProgress | undefined;
  /** Of the last completed run. */
  result: (ActionAnswer & { request?: RunRequest; note?: RunNote; sentences?: string[] }) | undefined;
  /** Ignored during another run, like `undo`. */
  start(request: RunRequest): Promise<void>;
  undo(steps: readonly UndoStep[]): Promise<void>;
  stop(): void;
  dismiss(): void;
}

/** Performs an action on many items in batches, with progress. @param path of the list's JSON endpoint */
export function useItemRun(path: string, queryText: string): ItemRun {
  const t = useTranslations('items.run');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<RunProgress>();
  const [result, setResult] = useState<ItemRun['result']>();
  const stopped = useRef(false);
  const isRunning = useRef(false);

  const run = useCallback(
    async (
      action: ItemAction | 'undo',
      total: number | undefined,
      parts: (next: string | undefined, ahead: readonly string[]) => FormData | undefined,
      request?: RunRequest,
    ) => {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      stopped.current = false;
      // Its undo would interfere.
      toasts.close(TOAST_ID);
      const sum: ActionAnswer = { kind: 'done', action, done: 0, unchanged: 0, failed: [], undo: [], ahead: [] };
      let note: RunNote | undefined;
      let sentences: string[] = [];
      let next: string | undefined;
      setResult(undefined);
      setProgress({ action, done: 0, total });
      for (let form = parts(undefined, []); form; form = parts(next, sum.ahead)) {
        const answer = await send(path, form);
        if (answer.kind === 'ended') {
          ({ note, sentences } = answer);
          break;
        }
        sum.done += answer.done;
        sum.unchanged += answer.unchanged;
        sum.failed.push(...answer.failed);
        sum.undo.push(...answer.undo);
        sum.ahead.push(...answer.ahead);
        next = answer.next;
        setProgress({ action, done: sum.done + sum.unchanged + sum.failed.length, total });
        if (stopped.current) note = 'stopped';
        if (stopped.current) break;
      }
      setProgress(undefined);
      setResult({ ...sum, ...(note && { note }), sentences, ...(request && { request }) });
      isRunning.current = false;
      // If the server cannot be reached or the person is signed out, revalidating would replace the result by another page.
      if (note !== 'broken' && note !== 'ended') await revalidate();
      return { sum, note, sentences };
    },
    [path, revalidate, toasts],
  );

  const undo = useCallback(
    async (steps: readonly UndoStep[]) => {
      const left = [...steps];
      const ran = await run('undo', countUndone(steps), () => {
        const part = left.splice(-PART);
        if (part.length === 0) return undefined;
        const form = new FormData();
        form.set('intent', 'undo');
        form.set('undo', JSON.stringify(part));
        return form;
      });
      if (!ran) return;
      const { sum } = ran;
      const description = sentenceOf(ran, t) || descriptionOf(sum, t);
      toasts.add({
        id: TOAST_ID,
        tone: toneOf(ran),
        title: t('done.undo', { count: sum.done }),
        ...(description && { description }),
      });
    },
    [run, t, toasts],
  );

  const start = useCallback(
    async (request: RunRequest) => {
      const ran = await run(request.action, countItems(request), partsOf(request, queryText), request);
      if (!ran) return;
      const { sum } = ran;
      const title = t(`done.${request.action}`, { count: sum.done });
      const description = sentenceOf(ran, t) || descriptionOf(sum, t);
      toasts.add({
        id: TOAST_ID,
        tone: toneOf(ran),
        title,
        ...(description && { description }),
        duration: UNDO_DURATION,
        ...(sum.undo.length > 0 && {
          action: { label: t('undo'), altText: t('undoAlt'), onAction: () => void undo(sum.undo) },
        }),
      });
    },
    [run, undo, queryText, t, toasts],
  );

  return {
    progress,
    result,
    start,
    undo,
    stop: () => {
      stopped.current = true;
    },
    dismiss: () => setResult(undefined),
  };
}

interface Ran {
  sum: ActionAnswer;
  note: RunNote | undefined;
  sentences: readonly string[];
}

function toneOf({ sum, note }: Ran): ToastTone {
  if (note !== undefined && note !== 'stopped') return 'error';
  return sum.failed.length > 0 ? 'warning' : 'success';
}

/** Why a run ended early; empty if it was stopped by the person, or completed. */
function sentenceOf({ note, sentences }: Ran, t: ReturnType<typeof useTranslations<'items.run'>>): string {
  if (note === undefined || note === 'stopped') return '';
  return note === 'refused' ? sentences.join(' ') : t(note);
}

function descriptionOf(sum: ActionAnswer, t: ReturnType<typeof useTranslations<'items.run'>>): string {
  const told = [
    sum.failed.length > 0 && t('failedTitle', { count: sum.failed.length }),
    sum.action === 'tag' && sum.done > 0 && t('tagNote'),
    sum.unchanged > 0 && t('unchanged', { count: sum.unchanged }),
  ];
  return told.filter(Boolean).join('. ');
}

async function send(path: string, body: FormData): Promise<PartAnswer> {
  return readPart(await fetchJson<ListAnswer>(path, { method: 'POST', body, kinds: LIST_ANSWERS }));
}
