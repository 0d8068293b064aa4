import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ANA, createAccountPages } from '../helpers/account-pages.ts';
import { createOutbox } from '../helpers/outbox.ts';
import { expect, test } from '../helpers/site-test.ts';
import { ROOT, startSite } from '../helpers/start-site.ts';

test('the server for development shows public and admin pages at the first visit, and has nothing to report', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000);
  const cacheDir = await mkdtemp(join(ROOT, 'node_modules/.vite-first-visit-'));
  const site = await startSite({ NODE_ENV: 'development', VITE_CACHE_DIR: cacheDir }, undefined, 'server/dev.ts');
  const pages = createAccountPages(page, site.origin, 'es', true);
  const outbox = createOutbox(site.dataDir);
  const loaded: string[] = [];
  page.on('load', () => loaded.push(new URL(page.url()).pathname));
  try {
    await pages.open(`${site.origin}/`);
    await pages.open(`${site.origin}/en/studies`);
    await pages.open(`${site.origin}/admin/signup`);
    await pages.signUp(ANA);
    await pages.enterCode((await outbox.next(ANA.email)).code);
    await pages.expectDashboard(ANA);
    for (const path of ['/admin/people', '/admin/audit', '/admin/account']) await pages.open(site.origin + path);
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog', { name: 'Páginas y acciones' })).toBeVisible();
    expect(loaded, 'every document is loaded once').toEqual([
      '/',
      '/en/studies',
      '/admin/signup',
      '/admin/people',
      '/admin/audit',
      '/admin/account',
    ]);
    const reported = site.errors.filter((line) => !/\[optimizer\] (scanning|bundling) dependencies/.test(line));
    expect(reported, 'the server has nothing to report').toEqual([]);
  } finally {
    await context.close();
    await site.stop();
    await rm(cacheDir, { recursive: true, force: true });
  }
});
