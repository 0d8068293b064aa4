import { expect, type Locator, type Page } from '@playwright/test';

/** Above the number of tab stops of any page of the admin area. */
const MAX_STOPS = 80;

/** A person who uses only the keyboard. */
export interface Keyboard {
  /** Presses Tab until the control has the focus; every stop must show its focus. */
  tabTo(control: Locator): Promise<void>;
  /** Moves to a field and types. */
  type(field: Locator, text: string): Promise<void>;
  /** Moves to a control and presses a key. */
  use(control: Locator, key?: 'Enter' | 'Space'): Promise<void>;
}

export function createKeyboard(page: Page): Keyboard {
  async function tabTo(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    for (let stops = 0; stops <= MAX_STOPS; stops++) {
      const { isThere, unseen } = await control.evaluate(lookAtFocus);
      if (stops > 0) expect(unseen, SHOWS_IT).toBeNull();
      if (isThere) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not reach ${control}`);
  }
  return {
    tabTo,
    async type(field, text) {
      await tabTo(field);
      await page.keyboard.type(text);
    },
    async use(control, key = 'Enter') {
      await tabTo(control);
      await page.keyboard.press(key);
    },
  };
}

const SHOWS_IT = 'what has the focus shows it';

/** Fails unless the focused element is visible and has a ring of at least two pixels. The page itself needs none. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const { unseen } = await page.evaluate(lookAtFocus, null);
  expect(unseen, SHOWS_IT).toBeNull();
}

/** Runs in the page: whether an element has the focus, and the focused element if one cannot see that it has it. */
function lookAtFocus(element: Element | null): { isThere: boolean; unseen: string | null } {
  const focused = document.activeElement;
  const isThere = element === focused;
  if (!focused || focused === document.body) return { isThere, unseen: null };
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const { width, height } = focused.getBoundingClientRect();
  return { isThere, unseen: hasRing && width > 1 && height > 1 ? null : focused.outerHTML };
}
