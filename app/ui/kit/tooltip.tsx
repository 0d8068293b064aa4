import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Hover delay in milliseconds before a tooltip opens. Source: docs/seed-coverage.md §9. */
const OPEN_DELAY = 700;

/** Milliseconds after one tooltip within which the next opens at once. Source: docs/seed-coverage.md §9. */
const SKIP_DELAY = 300;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={OPEN_DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </RadixTooltip.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Such as where it is not needed: in a wide container, which shows the words beside the control. */
  className?: string;
  /** One control that accepts props and a ref. Its accessible name must not depend on the tooltip. */
  children: ReactElement;
}

/** A tooltip, shown on hover and focus. */
export function Tooltip({ text, side = 'bottom', className = '', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={`fade-motion z-60 max-w-[18rem] rounded-control bg-ink px-3 py-1.5 text-fine text-surface shadow-md ${className}`}
      >
        {text}
      </RadixTooltip.Content>
    </RadixTooltip.Root>
  );
}
