import type { Route } from '@playwright/test';
import { ANA } from '../helpers/account-pages.ts';
import { expect, test } from '../helpers/account-test.ts';
import { ADMIN_WORDS } from '../helpers/admin-words.ts';
import { hydrated } from '../helpers/hydrated.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };
const words = ADMIN_WORDS.es;

for (const [before, after] of [
  ['viewer', 'owner'],
  ['owner', 'viewer'],
] as const) {
  test.describe(`from ${before} to ${after}`, () => {
    test.use({
      accounts: {
        people: [
          { ...ANA, role: 'owner' },
          { ...BETO, role: before },
        ],
      },
    });

    test('a role that an owner gives shows around the page on the next click', async ({ page, pages, another }) => {
      await pages.enter(BETO, '/admin');
      const navigation = page.getByRole('navigation', { name: words.navigation });
      const people = navigation.getByRole('link', { name: words.people });
      await expect(people).toHaveCount(before === 'owner' ? 1 : 0);

      await another.pages.enter(ANA, '/admin/people');
      await another.page.getByText(words.manage(BETO.name)).click();
      const row = another.page.getByRole('listitem').filter({ hasText: BETO.email });
      await row.getByLabel(words.role).selectOption(words.roles[after]);
      await row.getByRole('button', { name: words.saveRole }).click();
      await expect(another.page.getByText(words.roleSaved)).toBeVisible();

      await navigation.getByRole('link', { name: pages.words.account.title }).click();
      await pages.expectTitle(pages.words.account.title);
      await expect(people).toHaveCount(after === 'owner' ? 1 : 0);
      await page.getByRole('button', { name: pages.words.menu(BETO.name) }).click();
      await expect(page.getByRole('menu').getByText(words.roles[after], { exact: true })).toBeVisible();
    });
  });
}

test.describe('one’s own', () => {
  test.use({
    accounts: {
      people: [
        { ...ANA, role: 'owner' },
        { ...BETO, role: 'owner' },
      ],
    },
  });

  test('a new build is told by a toast, and taken by the next link', async ({ page, pages }) => {
    await pages.enter(ANA, '/admin/account');
    await page.clock.install();
    let id = 'one';
    const answer = (route: Route) => route.fulfill({ json: { id, matcher: {}, prerendered: [] } });
    await page.route('**/builds/**', answer);
    const first = page.waitForResponse('**/builds/meta/one.json');
    await page.reload();
    await hydrated(page);
    await (await first).finished();
    const name = page.getByRole('textbox', { name: pages.words.name });
    await name.fill('Ana R.');
    id = 'two';
    const second = page.waitForResponse('**/builds/meta/two.json');
    await page.clock.fastForward('01:00:00');
    await (await second).finished();
    await page.clock.fastForward('01:00');
    // Its words are also announced, for a second.
    const toasts = page.getByRole('region', { name: /^Notificaciones/ });
    await expect(toasts.getByText('Hay una versión nueva')).toBeVisible();
    await expect(name, 'nothing is lost').toHaveValue('Ana R.');
    const isNew = page.waitForEvent('load');
    await page.getByRole('link', { name: words.people }).click();
    await isNew;
    await expect(page).toHaveURL('/admin/people');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.people);
  });

  test('a role that one gives away is gone from the page that one is led to', async ({ page, pages }) => {
    await pages.enter(ANA, '/admin/people');
    await page.getByText(words.manage(ANA.name)).click();
    const row = page.getByRole('listitem').filter({ hasText: ANA.email });
    await row.getByLabel(words.role).selectOption(words.roles.viewer);
    await row.getByRole('button', { name: words.saveRole }).click();
    await pages.expectDashboard(ANA);
    const navigation = page.getByRole('navigation', { name: words.navigation });
    await expect(navigation.getByRole('link', { name: words.people })).toHaveCount(0);
  });
});

test.describe('for a viewer', () => {
  test.use({
    accounts: {
      people: [
        { ...ANA, role: 'owner' },
        { ...BETO, role: 'viewer' },
      ],
    },
    colorScheme: 'light',
  });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled });

      test('what may not be opened, and what is not there, keep the frame and its ways out', async ({
        page,
        pages,
        expected,
      }) => {
        expected.problem(/40[34]/);
        await pages.enter(BETO, '/admin');
        for (const [path, status, told] of [
          ['/admin/people', 403, pages.words.forbidden],
          ['/admin/items/articles', 403, pages.words.forbidden],
          ['/admin/nothing', 404, /^No encontramos esta página/],
          ['/admin/people/nothing', 404, /^No encontramos esta página/],
        ] as const) {
          expect((await page.goto(path))?.status(), path).toBe(status);
          await expect(page.getByRole('heading', { level: 1, name: String(status) })).toBeVisible();
          await expect(page.getByRole('main').getByText(told)).toBeVisible();
          await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
          const dashboard = page
            .getByRole('navigation', { name: words.navigation })
            .getByRole('link', { name: 'Tablero' });
          await expect(dashboard).toBeVisible();
        }
        await page.getByRole('link', { name: 'Ir al tablero' }).click();
        await pages.expectDashboard(BETO);
      });
    });
  }
});
