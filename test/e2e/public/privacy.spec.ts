import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

test.use({ serviceWorkers: 'allow' });

test('a visit talks to no other origin, breaks no policy, and leaves only the choice of a language', async ({
  page,
  context,
  baseURL,
}) => {
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  await test.step('a page that is not the first one visited sets no cookie', async () => {
    await page.goto('/faq');
    await page.goto('/estudios');
    expect(await context.cookies()).toEqual([]);
  });
  for (const path of ['/', '/en/faq', '/estudios/doppler-carotideo', '/en/search?q=knee', '/contact']) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('banner').getByRole('link').nth(1).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => (window as typeof window & { violations: string[] }).violations), path).toEqual(
      [],
    );
  }
  expect([...origins]).toEqual([baseURL]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['meki_locale']);
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(stored).toEqual({ local: [], databases: 0, workers: 0 });
});
