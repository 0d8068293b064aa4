import type { BrowserContext, Route } from '@playwright/test';

/**
 * Delays the scripts of a browser's pages, like a slow network.
 * @returns a function that releases them
 */
export async function holdScripts(context: BrowserContext): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await context.route('**/*.js', (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}
