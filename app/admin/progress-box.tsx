import { buttonStyle } from '../ui/kit/button-style.ts';

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
            className="mt-2 h-2 w-full accent-action"
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
