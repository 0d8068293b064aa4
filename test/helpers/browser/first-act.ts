import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { hydrated } from './hydrated.ts';

/** What can be used of a page, also by roles that have no element of their own. */
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, audio, video, [contenteditable], [role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=combobox], [role=menuitem], [tabindex="0"]';

/** A control of a page that somebody can see, at once or in what they open first. */
export interface Control {
  /** Among all that match `CONTROLS`. */
  index: number;
  /** The places of what opens the `<details>` that it is in, the outer one first, unless they are open. */
  openers: number[];
  /** The role that it says, or the element. `skip` for a link that is shown while it has the focus. */
  kind: string;
  /** Its place, kind, name and address. */
  name: string;
  /** `header` is what is around the page and above its footer. */
  place: 'header' | 'footer' | 'page';
}

/** The controls of a page, whose `<details>` are open afterwards. Of links, questions and buttons of rows that look alike, the last one. */
export function findControls(page: Page): Promise<Control[]> {
  return page.evaluate((selector) => {
    const found = new Map<string, Control>();
    const elements = [...document.querySelectorAll(selector)];
    const closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const [index, element] of elements.entries()) {
      const around = closed.filter(
        (details) => details.contains(element) && !(element.matches('summary') && element.parentElement === details),
      );
      for (const details of around) details.open = true;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue;
      const place = element.closest('main') ? 'page' : element.closest('footer') ? 'footer' : 'header';
      const type = element.getAttribute('type');
      const tag = element.localName + (type ? ` ${type}` : '');
      const isClipped = getComputedStyle(element).clipPath !== 'none';
      const kind = isClipped ? 'skip' : (element.getAttribute('role') ?? (tag === 'button' ? 'button submit' : tag));
      const href = element.getAttribute('href') ?? '';
      const words = element.getAttribute('aria-label') || element.id || element.textContent?.trim().slice(0, 40);
      const lookAlike = [place, kind, element.className, /^\w+:|^#|\.\w+$/.exec(href)?.[0]];
      const isInRow = place === 'page' && element.closest('li, tr') !== null;
      // Buttons of a row, which look alike, begin with what they do.
      if (isInRow) lookAlike.push(kind === 'a' ? '' : words?.split(' ')[0]);
      found.set(isInRow || kind === 'a' || kind === 'summary' ? lookAlike.join() : String(index), {
        index,
        openers: around.map((details) =>
          elements.findIndex((opener) => opener.matches('summary') && opener.parentElement === details),
        ),
        kind,
        place,
        name: `${place} ${kind} ${words} ${href}`,
      });
    }
    return [...found.values()];
  }, CONTROLS);
}

/** What a person types into a field that has no other rule. */
const WORDS = 'zafarrancho';

/** What a person gives fields of other types. */
const VALUES = new Map([
  ['date', '2027-01-31'],
  ['time', '09:30'],
  ['number', '7'],
]);

/** An act with a control, and what must be true once everything has come. */
interface Rule {
  kinds: RegExp;
  act: (page: Page, control: Locator) => Promise<() => Promise<void>>;
}

/** The effects of the kinds of controls. A control that has none here fails: somebody must say what its effect is. */
const RULES: readonly Rule[] = [
  {
    kinds: /^summary$/,
    async act(page, summary) {
      const isOpen = () => summary.evaluate((element) => element.closest('details')?.open);
      const before = await isOpen();
      await summary.tap();
      return async () => {
        await hydrated(page);
        expect(await isOpen(), 'it opens or closes, and stays').toBe(!before);
      };
    },
  },
  {
    kinds: /^skip$/,
    async act(page, link) {
      const fragment = await link.evaluate((element: HTMLAnchorElement) => element.hash);
      // One within the main part is reached from there, where the first one of the page leads.
      await link.evaluate((element) => element.closest('main')?.focus());
      await page.keyboard.press('Tab');
      await expect(link, 'it is the first stop').toBeFocused();
      await page.keyboard.press('Enter');
      return async () => {
        await hydrated(page);
        await page.keyboard.press('Tab');
        const target = page.locator(fragment);
        await expect(target.locator(':focus'), 'the next stop is in what it leads to').toHaveCount(1);
      };
    },
  },
  {
    kinds: /^a$/,
    async act(page, link) {
      const { href, origin, pathname } = await link.evaluate(({ href, origin, pathname }: HTMLAnchorElement) => ({
        href,
        origin,
        pathname,
      }));
      if (origin !== new URL(page.url()).origin) return leftToBrowser(page, link);
      const steps = await page.evaluate(() => history.length);
      const [address, fragment] = href.split('#');
      const isHere = address === page.url().split('#')[0];
      const asked = page.waitForRequest((request) => request.url().split('#')[0] === address, { timeout: 20_000 });
      asked.catch(() => {});
      // The home page may send its visitor to the one of their language.
      const expected = pathname === '/' && !isHere ? /^https?:\/\/[^/]+\/(en)?$/ : href;
      await link.tap();
      return async () => {
        if (/\.(xml|json|ics|pdf)$/.test(pathname)) return void (await asked);
        await expect(page).toHaveURL(expected);
        await hydrated(page);
        if (fragment !== undefined && isHere) {
          await expect(page.locator(`[id="${decodeURIComponent(fragment)}"]`)).toBeInViewport();
        }
        await expect(page.locator('header details[open]:not(details details)'), 'the menu is closed').toHaveCount(0);
        const taken = (await page.evaluate(() => history.length)) - steps;
        expect(taken, 'it is followed once').toBeLessThanOrEqual(1);
      };
    },
  },
  {
    kinds: /^(input (text|search|email|tel|url)|input|textarea)$/,
    async act(page, field) {
      const name = await field.getAttribute('name');
      await field.tap();
      await page.keyboard.press('End');
      await page.keyboard.type(WORDS);
      const typed = await field.inputValue();
      expect(typed).toContain(WORDS);
      return async () => {
        await hydrated(page);
        expect(await field.inputValue(), 'it keeps what was typed').toBe(typed);
        await expect(field, 'it keeps the focus').toBeFocused();
        const sent = page.waitForRequest((request) => carries(request, String(name), typed), { timeout: 20_000 });
        await field.evaluate(({ form }: HTMLInputElement) => form?.requestSubmit());
        await sent;
      };
    },
  },
  {
    kinds: /^input (date|time|number)$/,
    async act(page, field) {
      const value = VALUES.get(await field.evaluate((element: HTMLInputElement) => element.type));
      await field.tap();
      await field.fill(String(value));
      return async () => {
        await hydrated(page);
        await expect(field, 'it keeps what was chosen').toHaveValue(String(value));
      };
    },
  },
  {
    kinds: /^input (checkbox|radio)$/,
    async act(page, box) {
      const expected = (await box.getAttribute('type')) === 'radio' || !(await box.isChecked());
      await box.tap();
      return async () => {
        await hydrated(page);
        expect(await box.isChecked(), 'it stays as it was chosen').toBe(expected);
      };
    },
  },
  {
    kinds: /^select$/,
    async act(page, select) {
      await select.selectOption({ index: 1 });
      const chosen = await select.inputValue();
      return async () => {
        await hydrated(page);
        expect(await select.inputValue(), 'it stays as it was chosen').toBe(chosen);
      };
    },
  },
  {
    kinds: /^button submit$/,
    async act(page, button) {
      const form = await button.evaluate(({ form }: HTMLButtonElement) => ({
        isInvalid: form !== null && !form.noValidate && !form.checkValidity(),
        method: form?.method.toUpperCase(),
        path: form ? new URL(form.action).pathname : '',
      }));
      const isOfForm = (request: Request) =>
        request.method() === form.method && new URL(request.url()).pathname.startsWith(form.path);
      const sent = form.isInvalid ? undefined : page.waitForRequest(isOfForm, { timeout: 20_000 });
      sent?.catch(() => {});
      await button.tap();
      return async () => {
        if (sent) return void (await sent);
        await hydrated(page);
        await expect(page.locator('form :invalid:focus'), 'what is missing has the focus').toHaveCount(1);
      };
    },
  },
  {
    // The handle of a row: a tap does nothing, and keys move it.
    kinds: /^button$/,
    async act(page, handle) {
      await handle.tap();
      return async () => {
        await hydrated(page);
        const before = await shown(page);
        await handle.press('Space');
        await expect.poll(() => shown(page), 'it is said that it is picked up').not.toEqual(before);
      };
    },
  },
  {
    kinds: /^(button button|button reset|combobox|switch)$/,
    async act(page, button) {
      const untouched = await page.context().newPage();
      await untouched.setViewportSize(page.viewportSize() ?? { width: 390, height: 700 });
      await untouched.goto(page.url());
      await button.tap();
      return async () => {
        await hydrated(untouched);
        const before = await shown(untouched);
        await untouched.close();
        await expect.poll(() => shown(page), 'the page is not as if nothing had been pressed').not.toEqual(before);
      };
    },
  },
  {
    // A table that is wider than the window.
    kinds: /^(region|section|div)$/,
    async act(page, region) {
      const scrolled = await region.evaluate((element) => {
        element.scrollLeft = 40;
        return element.scrollLeft;
      });
      await region.tap({ position: { x: 5, y: 5 } });
      return async () => {
        await hydrated(page);
        const [left] = await region.evaluateAll((found) => found.map(({ scrollLeft }) => scrollLeft));
        // A text that was read gives way to its editor.
        if (left === undefined) await expect(page.locator('[contenteditable="true"]').first()).toBeVisible();
        else expect(left, 'it stays where it was moved').toBe(scrolled);
      };
    },
  },
];

/** A link to another site or to an application of the phone: nothing on the page keeps the browser from following it. */
async function leftToBrowser(page: Page, link: Locator): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      document.documentElement.dataset.left = String(!event.defaultPrevented);
      event.preventDefault();
    });
  });
  await link.tap();
  return async () => {
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('data-left', 'true');
  };
}

/** What a page shows to somebody who hears it, and its address. */
async function shown(page: Page): Promise<{ address: string; content: string }> {
  return { address: page.url(), content: await page.locator('body').ariaSnapshot() };
}

/** Whether a request submits a field with a value. */
function carries(request: Request, name: string, value: string): boolean {
  const sent = [new URL(request.url()).search, request.postData() ?? ''];
  return sent.some((text) => new URLSearchParams(text).get(name)?.replaceAll('\r\n', '\n') === value);
}

/**
 * Makes the first act of a visit with a control.
 * @returns a function that judges its effect once the page is hydrated
 * @throws Error if nothing is known about controls of this kind
 */
export async function actFirst(page: Page, { kind, index, openers, name }: Control): Promise<() => Promise<void>> {
  const rule = RULES.find(({ kinds }) => kinds.test(kind));
  if (!rule) throw new Error(`No rule says what the effect of this control is: ${name}`);
  const controls = page.locator(CONTROLS);
  for (const opener of openers) await controls.nth(opener).tap();
  // Its number changes where hydration adds another.
  await controls.nth(index).evaluate((element: HTMLElement) => element.toggleAttribute('data-judged', true));
  return rule.act(page, page.locator('[data-judged]'));
}
