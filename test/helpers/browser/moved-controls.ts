import type { JSHandle, Page } from '@playwright/test';

/** What can be pressed or filled in. */
const CONTROLS = 'button, a, input:not([type=hidden]), select, textarea, summary, label';

/** The visible controls of a page at one moment, in the page itself. */
interface NotedControls {
  count: number;
  /** Those that are elsewhere, invisible or other elements by now. */
  moved(): string[];
}

/** Notes where every visible control of a page is. */
export function noteControls(page: Page): Promise<JSHandle<NotedControls>> {
  return page.evaluateHandle((controls): NotedControls => {
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round).join(' ');
    };
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const noted = [...document.querySelectorAll(controls)].filter(isVisible).map((element) => {
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { element, name: `${element.localName} ${label.trim().slice(0, 60)}`, box: boxOf(element) };
    });
    return {
      count: noted.length,
      moved: () =>
        noted
          .filter(({ element, box }) => !isVisible(element) || boxOf(element) !== box)
          .map(({ element, name, box }) => `${name}: ${box} → ${boxOf(element)}`),
    };
  }, CONTROLS);
}
