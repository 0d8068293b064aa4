import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Optional axe rules. Only the level AAA rules for colours are left out. */
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

/** Focus guards of the interface library, which pass on the focus immediately. */
const FOCUS_PROXIES = ['[data-radix-focus-guard]', '[role="region"] > span[tabindex="0"]:empty'];

/** An empty script for a page that has loaded axe already. */
const NOTHING = ';';

/** Fails with all axe violations, after transitions have finished. */
export async function expectNoViolations(page: Page): Promise<void> {
  const rules = Object.fromEntries(FURTHER_RULES.map((id) => [id, { enabled: true }]));
  await expectNothingFound(page, { rules });
}

/** Fails with texts of insufficient contrast: the only rule that depends on the colour mode. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  await expectNothingFound(page, { runOnly: ['color-contrast'] });
}

async function expectNothingFound(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<void> {
  await page.evaluate(endOfTransitions);
  const hasFrames = page.frames().length > 1;
  const isLoaded = !hasFrames && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: NOTHING }) });
  const axe = FOCUS_PROXIES.reduce((narrowed, selector) => narrowed.exclude(selector), builder);
  // Pages without frames are analyzed in the page itself, which takes half the time.
  axe.setLegacyMode(!hasFrames);
  const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  );
  expect(found).toEqual([]);
}

/** Runs in the page. Does not wait for infinite animations such as spinners. */
async function endOfTransitions(): Promise<void> {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
