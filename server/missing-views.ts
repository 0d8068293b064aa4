import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Milliseconds between looks for a missing file. */
const LOOK_AGAIN_AFTER = 300;

/** The files that the blocks and pages of a configuration need and that are missing, one line each. */
export function missingViews(root: string, { blocks = [], pages = {} }: SiteConfig): string[] {
  const needed = [
    ...blocks.flatMap(({ key, isSection }) => (isSection ? [] : [[`blocks.${key}`, `blocks/${key}.tsx`]])),
    ...Object.keys(pages).map((path) => [`pages.${path}`, `pages/${path}.tsx`]),
  ] as [string, string][];
  return needed.flatMap(([place, file]) =>
    existsSync(join(root, file)) ? [] : [`site.config.ts: ${place}: the file ${file} is missing`],
  );
}

/** Waits until no view is missing. @param tell receives those that are, once and whenever they change */
export async function waitForViews(root: string, config: SiteConfig, tell: (lines: string[]) => void): Promise<void> {
  let told = '';
  for (;;) {
    const lines = missingViews(root, config);
    if (lines.length === 0) return;
    if (lines.join() !== told) tell(lines);
    told = lines.join();
    await wait(LOOK_AGAIN_AFTER);
  }
}
