import type { Page } from '@playwright/test';

/** What Google calls good is 0.1; nothing of the editor may move by itself. */
export const MOST_SHIFT = 0.02;

interface Shifts {
  sum: number;
  /** What moved, for the message of a failure. */
  moved: string[];
}

declare global {
  interface Window {
    /** Since `watchShifts`. */
    shifts?: Shifts;
  }
}

/** Runs in the page: counts what moves without a press or key of the person, from the first frame on if it is an init script. */
function watch(): void {
  const shifts: Shifts = { sum: 0, moved: [] };
  window.shifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const name = node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? '');
        shifts.moved.push(
          `${entry.value.toFixed(4)} ${name}: ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Counts the layout shifts of each page that is loaded from now on. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(watch);
}

/** The layout shifts of the loaded page so far. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate(() => window.shifts);
  if (!shifts) throw new Error('Nobody watched the shifts of this page');
  return shifts;
}
