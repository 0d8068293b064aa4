import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccountPages } from '../../helpers/accounts/account-pages.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { HAS_SAMPLE } from '../../helpers/has-sample.ts';
import { ROOT } from '../../helpers/project-root.ts';
import { launchSite, PATIENCE } from '../../helpers/servers/launch-site.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';

/** What npm says of its command, and what Vite says of a cache that is empty. */
const EXPECTED = /^$|^> |\[optimizer\] (scanning|bundling) dependencies/;

// One test: Vite takes most of its time to start.
test('the server of "npm run dev"', async ({ context, page }) => {
  test.setTimeout(180_000);
  const cacheDir = await mkdtemp(join(ROOT, 'node_modules/.vite-first-visit-'));
  const launched = await launchSite('npm run dev', {
    prepare: (dataDir) => fillFolder(dataDir, { hasSample: HAS_SAMPLE, people: [{ ...ANA, role: 'owner' }] }),
    variables: { VITE_CACHE_DIR: cacheDir },
  });
  try {
    await test.step('shows public and admin pages at the first visit, and has nothing to report', async () => {
      const pages = createAccountPages(page, launched.origin, 'es', true);
      const loaded: string[] = [];
      page.on('load', () => loaded.push(new URL(page.url()).pathname));
      await pages.open(`${launched.origin}/`);
      await pages.open(`${launched.origin}/admin/signin`);
      await pages.signIn(ANA);
      await pages.expectDashboard(ANA);
      await pages.open(`${launched.origin}/admin/people`);
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog', { name: 'Páginas y acciones' })).toBeVisible();
      expect(loaded, 'every document is loaded once').toEqual(['/', '/admin/signin', '/admin/people']);
      const reported = launched.errors.filter((line) => !EXPECTED.test(line));
      expect(reported, 'the server has nothing to report').toEqual([]);
      await context.close();
    });

    await test.step('ends on SIGTERM, whoever holds a connection', async () => {
      const silent = launched.holdConnection();
      launched.kill('SIGTERM');
      await expect.poll(() => launched.isListening(), { timeout: PATIENCE }).toBe(false);
      expect(await launched.said('"msg":"stopped"')).toBe(true);
      expect(await launched.exitCode).toBe(0);
      silent.destroy();
    });
  } finally {
    launched.kill('SIGTERM');
    await launched.exitCode;
    await rm(cacheDir, { recursive: true, force: true });
  }
});
