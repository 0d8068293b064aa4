import type { ReactNode } from 'react';
import { useTakesFocus } from '../../ui/kit/use-takes-focus.ts';

interface AnswerFrameProps {
  /** What the server said: another answer takes the focus again, even in the same words. */
  answer: unknown;
  tone: 'danger' | 'warning';
  children: ReactNode;
}

/** Around what a form was answered, so that nobody misses it. */
export function AnswerFrame({ answer, tone, children }: AnswerFrameProps) {
  const takesFocus = useTakesFocus<HTMLDivElement>(answer);
  return (
    <div
      {...takesFocus}
      role="alert"
      data-takes-focus
      className={`mt-4 scroll-mt-24 rounded-card border-2 ${tone === 'danger' ? 'border-danger' : 'border-warning'} bg-raised p-4 focus:outline-none sm:p-5`}
    >
      {children}
    </div>
  );
}
