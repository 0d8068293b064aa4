import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { ROOT } from '../helpers/project-root.ts';
import { EXTENSION_FILES } from '../helpers/servers/extended-site.ts';
import { type RunningSite, run, startSite } from '../helpers/servers/start-site.ts';
import { type ContentItem, libraryContent, writeContent } from './library-content.ts';
import { configurationText, librarySite } from './library-site.ts';

/** The clone of the project, in the environment of the tests. */
export const CLONE = process.env.ADOPTION_CLONE ?? '';

/** A clone with the library's configuration and content. */
export interface Library {
  config: SiteConfig;
  items: ContentItem[];
  site: RunningSite;
}

interface Fixtures {
  /** Gives the clone a configuration in some languages and content in those, and starts it, with the data that it has. */
  adopt(codes: readonly Locale[]): Promise<Library>;
}

/** Files that an adopter writes or replaces, following the README. */
const OWN_FILES: { [path: string]: string } = {
  ...EXTENSION_FILES,
  'app/error-screen/drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" fill="none" stroke="currentColor" stroke-width="6"><path d="M60 60h90v140H60zM170 60h90v140h-90z"/></svg>\n',
  'app/ui/icons/logo-mark.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5"><path d="M5 7h10v19H5zM17 7h10v19H17z"/></svg>\n',
  'public/favicon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M5 7h10v19H5zM17 7h10v19H17z"/></svg>\n',
};

const ILLUSTRATIONS: { [locale: Locale]: string } = { en: 'Two open books', es: 'Dos libros abiertos' };

export const test = base.extend<object, Fixtures>({
  adopt: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
    async ({}, use) => {
      if (CLONE === '') throw new Error('These tests are run by `npm run test:adoption`');
      let site: RunningSite | undefined;
      await use(async (codes) => {
        const config = librarySite(codes);
        const items = await libraryContent(codes);
        await writeProject(config);
        await writeContent(join(CLONE, 'library'), items);
        if (site) await site.restart();
        else site = await startSite({}, undefined, 'scripts/start.js', CLONE);
        await site.meki('import', 'library/items');
        await waitForPictures(`${site.origin}/books`);
        return { config, items, site };
      });
      await site?.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
});

/** Waits until a page offers each of its pictures in the smallest form, after which it is not rendered again. */
async function waitForPictures(address: string): Promise<void> {
  const isReady = async () => {
    const html = await (await fetch(address)).text();
    const pictures = html.match(/<picture>/g)?.length ?? 0;
    return pictures > 0 && html.match(/<source type="image\/avif"/g)?.length === pictures;
  };
  await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
}

async function writeProject(config: SiteConfig): Promise<void> {
  for (const [path, contents] of Object.entries(OWN_FILES)) {
    await mkdir(dirname(join(CLONE, path)), { recursive: true });
    await writeFile(join(CLONE, path), contents);
  }
  for (const [code, illustration] of Object.entries(ILLUSTRATIONS)) {
    const file = join(CLONE, 'locales', code, 'error.json');
    const messages = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, `${JSON.stringify({ ...messages, illustration }, undefined, 2)}\n`);
  }
  await writeFile(join(CLONE, 'site.config.ts'), configurationText(config));
  await run(
    [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', 'site.config.ts'],
    process.env,
    CLONE,
  );
}

/** Deletes the sample, as the README says one may. */
export async function deleteSample(): Promise<void> {
  await rm(join(CLONE, 'sample'), { recursive: true, force: true });
}
