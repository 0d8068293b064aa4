import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import doneIcon from '~icons/lucide/circle-check';
import { Icon } from '../icon.tsx';

interface NoticeProps {
  /** What was done just now. */
  text: string;
  className?: string;
}

/** Says that something was done, and takes the focus, so that everybody notices, wherever on the page it stands. */
export function Notice({ text, className = '' }: NoticeProps) {
  const { key } = useLocation();
  const element = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words after another act take the focus again
  useEffect(() => element.current?.focus(), [key]);
  return (
    <p
      ref={element}
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script too, the answer to a form begins with what was done
      autoFocus
      data-takes-focus
      className={`flex scroll-mt-24 items-start gap-2.5 rounded-control bg-tint px-4 py-3 font-medium text-action focus:outline-none ${className}`}
    >
      <Icon icon={doneIcon} className="mt-[0.2em] text-[1.125rem]" />
      {text}
    </p>
  );
}
