import type { Page } from '@playwright/test';

/** The router of a hydrated page, as React Router leaves it in the window. */
interface Router {
  navigate(path: string, options: { flushSync: boolean }): Promise<void>;
  state: { navigation: { state: string }; location: { pathname: string; search: string } };
}

/** Goes to another page of the same site as a link would: without a document. The page is shown when this resolves. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
    await router.navigate(to, { flushSync: true });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { navigation, location } = router.state;
    const shown = `${navigation.state} at ${location.pathname}${location.search}`;
    if (shown !== `idle at ${to}`) throw new Error(`The router is ${shown}, and not at ${to}`);
  }, path);
}
