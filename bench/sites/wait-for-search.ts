import { localizePath } from '#core/locales/localized-path.ts';
import { listingPath } from '#core/site/content-paths.ts';
import config from '#site-config';
import { capture } from '../measuring/capture.ts';
import { GENERATED_TYPE, LAST_WORD } from './fill-site.ts';

/** Timeout for building a search, in milliseconds. */
const PATIENCE = 300_000;

/**
 * Waits until the search of a filled site is complete. The languages are built one after another: until each one finds its last item.
 * @throws {Error} if that takes too long
 */
export async function waitForSearch({ origin }: { origin: string }): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (const { code } of config.locales) {
    const url = `${origin}${localizePath(config, code, `/search?q=${LAST_WORD}`)}`;
    const item = `href="${listingPath(config, code, GENERATED_TYPE)}/`;
    while (!(await capture(url, 'identity')).body.includes(item)) {
      if (performance.now() > end) throw new Error(`The search of "${code}" did not find the last item in time`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
