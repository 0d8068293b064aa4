import type { Page } from '@playwright/test';

/** What can be pressed or filled in. */
const CONTROLS = 'button, a, input:not([type=hidden]), select, textarea, summary, label';

interface Noted {
  element: Element;
  name: string;
  box: string;
}

/** Notes where every visible control of a page is. @returns how many there are */
export function noteControls(page: Page): Promise<number> {
  return page.evaluate((controls) => {
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round).join(' ');
    };
    const noted = [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return { element, name: `${element.localName} ${label.trim().slice(0, 60)}`, box: boxOf(element) };
      });
    Object.assign(window, { noted, boxOf });
    return noted.length;
  }, CONTROLS);
}

/** The noted controls that are elsewhere, invisible or other elements by now. */
export function movedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { noted, boxOf } = window as unknown as { noted: Noted[]; boxOf(element: Element): string };
    return noted
      .filter(({ element, box }) => !element.checkVisibility({ visibilityProperty: true }) || boxOf(element) !== box)
      .map(({ element, name, box }) => `${name}: ${box} → ${boxOf(element)}`);
  });
}
