import type { BrowserContext, Route } from '@playwright/test';

/**
 * Keeps a browser's pages without their script, as a slow network does.
 * @returns what lets it come
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
