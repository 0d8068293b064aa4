import { test as accountSite } from '../../helpers/accounts/account-test.ts';
import { expect } from '../../helpers/items/item-pages.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';

accountSite.use({ hasSample: true, variables: { MEKI_TRUSTED_PROXIES: '1' } });

const TEXTS = {
  es: {
    path: '/contact',
    fields: { Nombre: 'Luis Ortega', 'Correo electrónico': 'luis@example.org', Mensaje: '¿Abren mañana?' },
    consent: 'Acepto que usen estos datos para responderme.',
    submit: 'Enviar el mensaje',
    tooQuick: /^El formulario llegó tan rápido/,
    tooMany: /^Ya se enviaron varios mensajes/,
  },
  en: {
    path: '/en/contact',
    fields: { Name: 'Luis Ortega', Email: 'luis@example.org', Message: 'Do you open tomorrow?' },
    consent: 'I agree that you use these details to answer me.',
    submit: 'Send the message',
    tooQuick: /^The form came back so fast/,
    tooMany: /^Several messages have already been sent/,
  },
} as const;

const VISITS = [
  { code: 'es', javaScriptEnabled: true },
  { code: 'en', javaScriptEnabled: false },
] as const;

accountSite(
  'a message that is refused is shown again in view of the reason, which has the focus',
  async ({ browser, site }) => {
    let networks = 0;
    for (const { code, javaScriptEnabled } of VISITS) {
      const texts = TEXTS[code];
      const headers = { 'X-Forwarded-For': `2001:db8:${++networks}::1` };
      const context = await browser.newContext({
        baseURL: site.origin,
        javaScriptEnabled,
        extraHTTPHeaders: headers,
        viewport: { width: 390, height: 700 },
      });
      const page = await context.newPage();
      await page.goto(texts.path);
      for (const [label, words] of Object.entries(texts.fields))
        await page.getByLabel(label, { exact: true }).fill(words);
      await page.getByLabel(texts.consent).check();

      /** The page was opened just before the form arrives. */
      let isQuick = true;
      await page.route(`**${texts.path}`, async (route) => {
        if (isQuick && route.request().method() === 'POST') await readPage(site.origin, texts.path, { headers });
        await route.continue();
      });
      async function expectRefusal(reason: RegExp) {
        await page.getByRole('button', { name: texts.submit }).click();
        const notice = page.getByRole('alert').filter({ hasText: reason });
        await expect(notice).toBeInViewport({ ratio: 1 });
        await expect(notice).toBeFocused();
        for (const [label, words] of Object.entries(texts.fields)) {
          await expect(page.getByLabel(label, { exact: true })).toHaveValue(words);
        }
        await expect(page.getByLabel(texts.consent)).toBeChecked();
      }
      await expectRefusal(texts.tooQuick);
      isQuick = false;
      const message = { name: 'Eva', email: 'eva@example.org', consent: 'on' };
      await expect
        .poll(async () => (await sendForm(site.origin, '/contact', { ...message, message: '1' }, { headers })).status)
        .toBe(303);
      for (const text of ['2', '3', '4', '5']) {
        await sendForm(site.origin, '/contact', { ...message, message: text }, { headers });
      }
      await expectRefusal(texts.tooMany);
      await context.close();
    }
  },
);
