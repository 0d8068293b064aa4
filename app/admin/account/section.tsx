import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import doneIcon from '~icons/lucide/circle-check';
import { Icon } from '../../ui/icon.tsx';
import type { AccountSection } from './account-intents.ts';

interface SectionProps {
  id: AccountSection;
  title: string;
  lead?: string;
  /** What was done just now. */
  notice?: string | undefined;
  children: ReactNode;
}

/** A part of the page, under its heading. */
export function Section({ id, title, lead, notice, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line border-t py-8 lg:grid lg:grid-cols-[minmax(0,18rem)_minmax(0,32rem)] lg:gap-12"
    >
      <div>
        <h2 id={`${id}-title`} className="font-semibold text-h3">
          {title}
        </h2>
        {lead && <p className="mt-1 text-fine text-ink-soft">{lead}</p>}
      </div>
      <div className="grid content-start gap-5 max-lg:mt-5">
        {notice && <Notice text={notice} />}
        {children}
      </div>
    </section>
  );
}

/** Takes the focus, so that everybody notices, wherever on the page it stands. */
function Notice({ text }: { text: string }) {
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
      className="flex scroll-mt-24 items-start gap-2.5 rounded-control bg-tint px-4 py-3 font-medium text-action focus:outline-none"
    >
      <Icon icon={doneIcon} className="mt-[0.2em] text-[1.125rem]" />
      {text}
    </p>
  );
}
