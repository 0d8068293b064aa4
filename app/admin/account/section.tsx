import type { ReactNode } from 'react';
import { Notice } from '../../ui/kit/notice.tsx';
import type { AccountSection } from './account-intents.ts';

interface SectionProps {
  id: AccountSection;
  title: string;
  lead?: string;
  /** The notice about the last action. */
  notice?: string | undefined;
  children: ReactNode;
}

/** A section of the page with a heading. */
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
