import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Says above a form what was done before, and takes the focus, so that everybody notices. */
export function FormNotice({ text }: { text: string }) {
  const { key } = useLocation();
  const notice = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words after another act take the focus again
  useEffect(() => notice.current?.focus(), [key]);
  return (
    <p
      ref={notice}
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script too, the page begins with what was done
      autoFocus
      className="rounded-control bg-tint px-4 py-3 font-medium text-action focus:outline-none"
    >
      {text}
    </p>
  );
}
