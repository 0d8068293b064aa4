import { useLocation } from 'react-router';
import doneIcon from '~icons/lucide/circle-check';
import { Icon } from '../icon.tsx';
import { useTakesFocus } from './use-takes-focus.ts';

interface NoticeProps {
  /** What was done just now. */
  text: string;
  /**
   * The answer that says so: another one takes the focus again, even in the same words. The end of the page's loading
   * does not. Missing: the page's address does.
   */
  answer?: unknown;
  className?: string;
}

/** Says that something was done, and takes the focus, so that everybody notices, wherever on the page it stands. */
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
