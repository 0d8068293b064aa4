import type { ReactNode } from 'react';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';

interface AnswerFrameProps {
  /** The answer's identity: a new one takes the focus again, even with the same text. */
  answer: unknown;
  tone: 'danger' | 'warning';
  children: ReactNode;
}

/** A box around an answer, which takes the focus so that it is noticed. */
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
