import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';
import type { RetireAnswer } from './retire-action.ts';

/** What all requests of a run have done together. */
export type RetireDone = RetireAnswer & { kind: 'done' };

export interface RetireResult {
  answer: RetireAnswer | undefined;
  /** Why it ended early. */
  end?: 'stopped' | FetchFailure;
}

/** Merges or removes a topic in several requests, with progress. @param path of the JSON endpoint */
export function useRetireRun(path: string, total: number) {
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [result, setResult] = useState<RetireResult>();
  const stopped = useRef(false);
  const isRunning = useRef(false);

  async function start(form: FormData) {
    if (isRunning.current) return;
    isRunning.current = true;
    stopped.current = false;
    setResult(undefined);
    let sum: RetireDone | undefined;
    let ended: RetireResult | undefined;
    while (!ended) {
      setProgress({ done: sum?.done ?? 0, total });
      const answer = await fetchJson<RetireAnswer>(path, { method: 'POST', body: form, kinds: ['done', 'problem'] });
      if ('failure' in answer) ended = { answer: sum, end: answer.failure };
      else if (answer.data.kind === 'problem') ended = { answer: answer.data };
      else {
        sum = { ...answer.data, done: answer.data.done + (sum?.done ?? 0) };
        if (sum.isRetired || answer.data.done === 0 || sum.refused > 0) ended = { answer: sum };
        else if (stopped.current) ended = { answer: sum, end: 'stopped' };
      }
    }
    setProgress(undefined);
    setResult(ended);
    isRunning.current = false;
    // If the server cannot be reached or the person is signed out, revalidating would replace the result by another page.
    if (ended.end === undefined || ended.end === 'stopped') await revalidate();
  }

  return {
    progress,
    result,
    start,
    stop: () => {
      stopped.current = true;
    },
  };
}
