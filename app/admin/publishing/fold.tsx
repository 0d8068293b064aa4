import { type ReactNode, useEffect, useState } from 'react';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';

interface FoldProps {
  id: string;
  title: string;
  /** Whether it is unfolded, as where its form was answered; it is never folded again by itself. */
  isOpen: boolean;
  children: ReactNode;
}

/** A part of the panel that is needed less often. */
export function Fold({ id, title, isOpen, children }: FoldProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setUnfolded(true);
  }, [isOpen]);
  return (
    <section aria-labelledby={id} className="border-line border-t last:border-b">
      <details className="group" open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 font-semibold">
          <h2 id={id}>{title}</h2>
          <DisclosureMark />
        </summary>
        <div className="pt-1 pb-5">{children}</div>
      </details>
    </section>
  );
}
