import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ADMIN_WORDS } from '../../helpers/admin/admin-words.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { ANA, type Person } from '../../helpers/data-folders/person.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };
const LUZ = { name: 'Luz Ortega', email: 'luz@example.org', password: 'puente niebla cobre' };
const words = ADMIN_WORDS.es;

/** Gives a person a role on the page of the people, which is open. */
async function giveRole(page: Page, { name, email }: Person, role: 'owner' | 'viewer'): Promise<void> {
  await page.getByText(words.manage(name)).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByLabel(words.role).selectOption(words.roles[role]);
  await row.getByRole('button', { name: words.saveRole }).click();
}

test.use({
  accounts: {
    people: [
      { ...ANA, role: 'owner' },
      { ...BETO, role: 'viewer' },
      { ...LUZ, role: 'owner' },
    ],
  },
  colorScheme: 'light',
});

test('what one may shows around the page, and changes on the next click', async ({
  page,
  pages,
  another,
  expected,
}) => {
  const navigation = page.getByRole('navigation', { name: words.navigation });
  const people = navigation.getByRole('link', { name: words.people });

  await test.step('what may not be opened, and what is not there, keep the frame and its ways out', async () => {
    expected.problem(/40[34]/);
    await pages.enter(BETO);
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
      await expect(navigation.getByRole('link', { name: 'Tablero' })).toBeVisible();
    }
    await hydrated(page);
    await page.getByRole('link', { name: 'Ir al tablero' }).click();
    await pages.expectDashboard(BETO);
  });

  await expect(people).toHaveCount(0);
  await another.pages.enter(ANA);
  for (const [role, next] of [
    ['owner', pages.words.account.title],
    ['viewer', 'Tablero'],
  ] as const) {
    await test.step(`a role that an owner gives shows around the page on the next click: ${role}`, async () => {
      await another.pages.open('/admin/people');
      await giveRole(another.page, BETO, role);
      await expect(another.page.getByText(words.roleSaved)).toBeVisible();
      await navigation.getByRole('link', { name: next }).click();
      await expect(people).toHaveCount(role === 'owner' ? 1 : 0);
      await page.getByRole('button', { name: pages.words.menu(BETO.name) }).click();
      await expect(page.getByRole('menu').getByText(words.roles[role], { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    });
  }

  await test.step('a role that one gives away is gone from the page that one is led to', async () => {
    await another.pages.open('/admin/people');
    await giveRole(another.page, ANA, 'viewer');
    await another.pages.expectDashboard(ANA);
    const around = another.page.getByRole('navigation', { name: words.navigation });
    await expect(around.getByRole('link', { name: words.people })).toHaveCount(0);
  });
});

test('a new build is told by a toast, and taken by the next link', async ({ page, pages }) => {
  await pages.enter(ANA, '/admin/account');
  await page.clock.install();
  let id = 'one';
  // The header says which build answers; the first one is that of the page.
  const answer = (route: Route) =>
    route.fulfill({ json: { id, matcher: {}, prerendered: [] }, headers: id === 'two' ? { 'X-Meki-Build': id } : {} });
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
