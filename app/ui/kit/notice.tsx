import { useLocation } from 'react-router';
import doneIcon from '~icons/lucide/circle-check';
import { Icon } from '../icon.tsx';
import { useTakesFocus } from './focus-when-rendered.ts';

interface NoticeProps {
  /** What was done. */
  text: string;
  /**
   * The response with the notice: a new one takes the focus again, even with the same text, but not when page loading finishes.
   * Default: the page's address.
   */
  answer?: unknown;
  className?: string;
}

/** A success message, which takes the focus, so that it is noticed wherever it is on the page. */
export function Notice({ text, answer, className = '' }: NoticeProps) {
  const { key } = useLocation();
  const takesFocus = useTakesFocus<HTMLParagraphElement>(answer ?? key);
  return (
    <p
      {...takesFocus}
      role="status"
      data-takes-focus
      className={`flex scroll-mt-24 items-start gap-2.5 rounded-control bg-tint px-4 py-3 font-medium text-action focus:outline-none ${className}`}
    >
      <Icon icon={doneIcon} className="mt-[0.2em] text-[1.125rem]" />
      {text}
    </p>
  );
}
