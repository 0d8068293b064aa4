import { setTimeout } from 'node:timers/promises';
import { build, needsBuild } from '../../../scripts/build.ts';
import { canonicalPaths } from '../data-folders/sample-site.ts';
import { HAS_SAMPLE } from '../has-sample.ts';
import { fillFolder, keepPreparedFolders } from './prepared-folder.ts';
import { startSite } from './start-site.ts';

/** Timeout for prerendering all pages, in milliseconds. */
const WARM_UP = 60_000;

/**
 * Starts the site before the first test and waits until all pages are prerendered. Its folder is prepared for the sites of tests
 * too. Stops it after the last test; logged errors fail the run. Without the sample there is no such site, and its tests are skipped.
 */
export default async function shareSite(): Promise<() => Promise<void>> {
  if (needsBuild()) await build();
  const removeFolders = await keepPreparedFolders();
  if (!HAS_SAMPLE) return removeFolders;
  const site = await startSite({}, (dataDir) => fillFolder(dataDir, { hasSample: true }));
  process.env.E2E_ORIGIN = site.origin;
  await waitUntilPrerendered(site.origin);
  return async () => {
    await site.stop();
    await removeFolders();
    if (site.errors.length > 0) throw new Error(`The server logged errors:\n${site.errors.join('\n')}`);
  };
}

async function waitUntilPrerendered(origin: string): Promise<void> {
  const read = async (path: string) => (await fetch(origin + path)).json();
  const end = Date.now() + WARM_UP;
  for (;;) {
    const { id } = (await read('/builds/latest.json')) as { id: string };
    const { prerendered } = (await read(`/builds/meta/${id}.json`)) as { prerendered: string[] };
    const missing = canonicalPaths().filter(({ path }) => !prerendered.includes(path));
    if (missing.length === 0) return;
    if (Date.now() > end) throw new Error(`Never prerendered: ${missing.map(({ path }) => path).join(', ')}`);
    await setTimeout(100);
  }
}
