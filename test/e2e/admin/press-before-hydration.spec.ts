import type { Page } from '@playwright/test';
import { test as accountTest } from '../../helpers/accounts/account-test.ts';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { noteControls } from '../../helpers/browser/moved-controls.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { expect, test as itemTest } from '../../helpers/items/item-pages.ts';
import { notice, PUBLISH } from '../../helpers/items/publishing-pages.ts';
import { enterAs } from '../../helpers/servers/sign-in-cookie.ts';

/** In the reader's time zone, which is not the site's, pages say more than the server knows. */
const ELSEWHERE = 'Europe/Madrid';

itemTest.describe('a press while the scripts come', () => {
  itemTest.use({ timezoneId: ELSEWHERE });

  itemTest('of a menu and of the button of a schedule is answered', async ({ context, openAs }) => {
    const page = await openAs('Ana');
    const menuButton = page.getByRole('button', { name: 'Cuenta: Ana Robles' });
    const menu = page.getByRole('menu');
    /** Opens the page, whose scripts come when the function that this resolves to is called. */
    const open = async () => {
      await context.unrouteAll();
      const letCome = await holdScripts(context);
      await page.goto(PUBLISH);
      return letCome;
    };

    await itemTest.step('a menu opens once when they have come', async () => {
      const letCome = await open();
      await menuButton.click();
      await letCome();
      await expect(page.getByRole('menuitem', { name: 'Mi cuenta' })).toBeVisible();
      await hydrated(page);
      await menuButton.click();
      await expect(menu, 'the press was repeated once').toHaveCount(0);
    });
    await itemTest.step('a menu opens at the end of a press, if the pointer is still down', async () => {
      const letCome = await open();
      await menuButton.hover();
      await page.mouse.down();
      await letCome();
      await hydrated(page);
      await page.mouse.up();
      await expect(menu).toBeVisible();
    });
    await itemTest.step('the press of a menu is forgotten where somebody has gone on', async () => {
      const letCome = await open();
      await menuButton.click();
      await page.getByText('Compartir el borrador').click();
      const days = page.getByLabel('Días de validez');
      await days.click();
      await letCome();
      await hydrated(page);
      await expect(menu).toHaveCount(0);
      await expect(days).toBeFocused();
    });
    await itemTest.step('the button that publishes does so', async () => {
      const letCome = await open();
      await page.getByRole('button', { name: 'Publicar', exact: true }).hover();
      await page.mouse.down();
      await letCome();
      await hydrated(page);
      await page.mouse.up();
      await expect(notice(page)).toHaveText('Publicado.');
    });
  });
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const ITEM = '/admin/items/articles/mri-or-ct';

/** Pages with what they show once everything has come. The editor is another page then. */
const PAGES: { path: string; shows?: (page: Page) => ReturnType<Page['getByText']> }[] = [
  { path: '/admin' },
  { path: '/admin/account' },
  { path: '/admin/people' },
  {
    path: '/admin/settings',
    shows: (page) => page.getByRole('region', { name: 'En otros sitios web' }).getByRole('time').first(),
  },
  { path: '/admin/items/faqs' },
  { path: `${ITEM}/publish` },
  { path: `${ITEM}/revisions` },
  { path: '/contact' },
];

accountTest.describe('on the pages of the sample site', () => {
  accountTest.use({
    accounts: { people: [{ ...ANA, role: 'owner' }] },
    hasSample: true,
    timezoneId: ELSEWHERE,
  });

  accountTest('what is chosen while the scripts come is applied, or stays', async ({ page, context, site }) => {
    await enterAs(context, site.origin, ANA);
    /** Opens a page, whose scripts come after something was chosen. */
    const choose = async (path: string, act: () => Promise<void>) => {
      const letCome = await holdScripts(context);
      await page.goto(path);
      await act();
      await letCome();
      await hydrated(page);
      await context.unrouteAll();
    };

    await accountTest.step('filters of a list', async () => {
      await choose('/admin/items/faqs', async () => {
        await page.getByText('Filtros', { exact: true }).click();
        await page.getByLabel('Grupo').selectOption('Los resultados');
        await page.getByLabel('Ordenar por').selectOption('Título');
      });
      await expect(page).toHaveURL(/group=results.*sort=title/);
      await expect(page.getByText('Grupo: Los resultados').first()).toBeVisible();
    });
    await accountTest.step('words to search for', async () => {
      await choose('/admin/items/faqs', () => page.getByRole('searchbox').fill('ayunas'));
      await expect(page).toHaveURL(/q=ayunas/);
    });
    await accountTest.step('filters of the health of contents', async () => {
      await choose('/admin/health', async () => {
        await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
      });
      await expect(page).toHaveURL(/language=en/);
    });
    await accountTest.step('filters that a button applies', async () => {
      const action = page.getByLabel('Acción', { exact: true });
      await choose('/admin/audit', async () => {
        await action.selectOption({ index: 3 });
        await page.getByLabel('Desde').fill('2026-01-31');
      });
      await expect(action).not.toHaveValue('');
      await expect(page.getByLabel('Desde')).toHaveValue('2026-01-31');
    });
    await accountTest.step('how an element for other websites looks', async () => {
      const embed = page.getByRole('region', { name: 'En otros sitios web' });
      const type = embed.getByRole('combobox', { name: 'Qué muestra' });
      await choose('/admin/settings', async () => {
        await type.selectOption({ index: 1 });
        await embed.getByRole('spinbutton').fill('7');
      });
      await expect(embed.getByRole('time').first()).toBeVisible();
      await expect(type).not.toHaveValue('');
      await expect(embed.getByRole('spinbutton')).toHaveValue('7');
    });
    await accountTest.step('an address with a filter that does not exist stays', async () => {
      await choose('/admin/items/faqs?tag=unknown', async () => {});
      await expect(page).toHaveURL(/\?tag=unknown$/);
    });
  });

  accountTest('nothing moves away from a press as the scripts come', async ({ page, context, site }) => {
    await enterAs(context, site.origin, ANA);
    await checkEach(
      PAGES,
      ({ path }) => path,
      async ({ path, shows }) => {
        const letCome = await holdScripts(context);
        await page.setViewportSize(DESKTOP);
        await page.goto(path);
        // `document.fonts.ready` also holds before the first face is asked for.
        await page.evaluate(async () => void (await Promise.all([...document.fonts].map((face) => face.load()))));
        // A face that came late (`font-display: optional`) is used once the window has another size.
        for (const size of [PHONE, DESKTOP]) await page.setViewportSize(size);
        const onDesktop = await noteControls(page);
        expect(await onDesktop.evaluate(({ count }) => count)).toBeGreaterThan(5);
        await page.setViewportSize(PHONE);
        const onPhone = await noteControls(page);
        expect(await onPhone.evaluate(({ count }) => count)).toBeGreaterThan(5);
        await letCome();
        await hydrated(page);
        if (shows) await expect(shows(page)).toBeVisible();
        expect(await onPhone.evaluate((noted) => noted.moved()), 'on a phone').toEqual([]);
        await page.setViewportSize(DESKTOP);
        await expect.poll(() => onDesktop.evaluate((noted) => noted.moved()), 'on a desktop').toEqual([]);
        await context.unrouteAll();
      },
    );
  });
});
