import { useCallback, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { buttonStyle } from '../ui/kit/button-style.ts';

/** Classes of a progress bar. A border, which the base style sets for all elements, has browsers draw theirs without the site's colours. */
export const PROGRESS_BAR =
  'block h-2 w-full appearance-none overflow-hidden rounded-full bg-line forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] [&::-moz-progress-bar]:bg-action forced-colors:[&::-moz-progress-bar]:bg-[Highlight] [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-action forced-colors:[&::-webkit-progress-value]:bg-[Highlight]';

interface ProgressBoxProps {
  /** What is announced: the progress, then the result; empty before. */
  text: string;
  /** While something runs; a `total` that is not known yet is left out. */
  progress: { done: number; total?: number | undefined } | undefined;
  stopLabel: string;
  onStop: () => void;
}

/** The progress of something that runs in several requests, with a button that stops it. The live region exists before it has content. */
export function ProgressBox({ text, progress, stopLabel, onStop }: ProgressBoxProps) {
  return (
    <div className={progress ? 'mb-2 rounded-card border border-line bg-tint p-4' : ''}>
      <p role="status" className={progress ? 'font-medium' : 'sr-only'}>
        {text}
      </p>
      {progress && (
        <>
          <progress
            aria-label={text}
            className={`mt-2 ${PROGRESS_BAR}`}
            {...(progress.total !== undefined && { value: progress.done, max: Math.max(1, progress.total) })}
          />
          <button type="button" onClick={onStop} className={`mt-2 ${buttonStyle('plain')}`}>
            {stopLabel}
          </button>
        </>
      )}
    </div>
  );
}

/** What the work of a run is given. */
interface RunControl<Progress> {
  report(progress: Progress): void;
  /** Whether it was asked to stop. */
  isStopped(): boolean;
}

interface RunEnd<Result> {
  result: Result;
  /** If the server cannot be reached or the person is signed out, revalidating would replace the result by another page. */
  isReachable: boolean;
}

/** Something that runs in several requests, with progress. One run at a time: others are ignored meanwhile. */
export function useRun<Progress, Result>() {
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<Result>();
  const stopped = useRef(false);
  const isRunning = useRef(false);
  const run = useCallback(
    async (work: (control: RunControl<Progress>) => Promise<RunEnd<Result>>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      stopped.current = false;
      setResult(undefined);
      const done = await work({ report: setProgress, isStopped: () => stopped.current });
      setProgress(undefined);
      setResult(done.result);
      isRunning.current = false;
      if (done.isReachable) await revalidate();
    },
    [revalidate],
  );
  const stop = () => {
    stopped.current = true;
  };
  return { progress, result, setResult, run, stop };
}
