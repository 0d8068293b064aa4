import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules that axe does not run by itself. Those for colours of level AAA are the only ones left out. */
const FURTHER_RULES = [
  'css-orientation-lock',
  'focus-order-semantics',
  'hidden-content',
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'meta-refresh-no-exceptions',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
];

/** Empty stops of the interface library, which hand the focus on as soon as they get it: nobody ever stays there. */
const FOCUS_PROXIES = ['[data-radix-focus-guard]', '[role="region"] > span[tabindex="0"]:empty'];

/** A script for a page that has axe from an earlier question. */
const NOTHING = ';';

/** Fails with everything that axe finds on the page once nothing on it is on its way to another look. */
export async function expectNoViolations(page: Page): Promise<void> {
  const rules = Object.fromEntries(FURTHER_RULES.map((id) => [id, { enabled: true }]));
  await expectNothingFound(page, { rules });
}

/** Fails with each text that has too little contrast: the only rule that the other colour mode of a page can break. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  await expectNothingFound(page, { runOnly: ['color-contrast'] });
}

async function expectNothingFound(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<void> {
  await page.evaluate(endOfTransitions);
  const hasFrames = page.frames().length > 1;
  const isLoaded = !hasFrames && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: NOTHING }) });
  const axe = FOCUS_PROXIES.reduce((narrowed, selector) => narrowed.exclude(selector), builder);
  // A page without frames is judged in the page itself, which takes half the time.
  axe.setLegacyMode(!hasFrames);
  const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  );
  expect(found).toEqual([]);
}

/** Runs in the page. What turns for ever, as a spinner does, is not waited for. */
async function endOfTransitions(): Promise<void> {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
