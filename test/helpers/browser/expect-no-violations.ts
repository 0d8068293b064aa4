import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** The minified script of axe, of the version that its builder uses: less than half of what the builder loads into a page, twice. */
const AXE_SCRIPT = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Options = Parameters<AxeBuilder['options']>[0];
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** What the script of axe adds to a page. */
interface WithAxe {
  axe?: { run(context: { exclude: string[] }, options: Options): Promise<{ violations: Violations }> };
}

/** Fails with all axe violations, after transitions have finished. */
export async function expectNoViolations(page: Page): Promise<void> {
  const rules = Object.fromEntries(FURTHER_RULES.map((id) => [id, { enabled: true }]));
  await expectNothingFound(page, { rules });
}

/** Fails with texts of insufficient contrast: the only rule that depends on the colour mode. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  await expectNothingFound(page, { runOnly: ['color-contrast'] });
}

async function expectNothingFound(page: Page, ownOptions: Options): Promise<void> {
  // The elements are named by their HTML; their selectors take a sixth of the time.
  const options = { ...ownOptions, resultTypes: ['violations'], selectors: false } satisfies Options;
  await page.evaluate(endOfTransitions);
  const violations = await (page.frames().length > 1 ? judgeFrames(page, options) : judgePage(page, options));
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  );
  expect(found).toEqual([]);
}

/** For a page with frames, whose results have to be put together. */
async function judgeFrames(page: Page, options: Options): Promise<Violations> {
  const builder = new AxeBuilder({ page, axeSource: AXE_SCRIPT }).options(options);
  const { violations } = await FOCUS_PROXIES.reduce((axe, selector) => axe.exclude(selector), builder).analyze();
  return violations;
}

/** Takes half the time of `judgeFrames`: the script runs in the page itself, which loads it once. */
async function judgePage(page: Page, options: Options): Promise<Violations> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(AXE_SCRIPT);
  return page.evaluate(
    async ([context, given]) => {
      const { axe } = window as Window & WithAxe;
      if (!axe) throw new Error('The page has left before axe could judge it');
      return (await axe.run(context, given)).violations;
    },
    [{ exclude: FOCUS_PROXIES }, options] as const,
  );
}

/** Runs in the page. Does not wait for infinite animations such as spinners. */
async function endOfTransitions(): Promise<void> {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
