import { test as accountSite, expect } from '../../helpers/accounts/account-site-test.ts';
import { WORDS } from '../../helpers/accounts/account-words.ts';
import { wordsOfMail } from '../../helpers/accounts/outbox.ts';
import { DAY, passTime } from '../../helpers/data-folders/pass-time.ts';
import { ANA, type Person } from '../../helpers/data-folders/person.ts';
import { canonicalPath } from '../../helpers/data-folders/sample-site.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const EVA: Person = { name: 'Eva Luna', email: 'eva+sitio@example.org', password: 'puente niebla cobre' };
const BETO: Person = { name: 'Beto Sol', email: 'beto@example.org', password: 'montaña vela cobre' };

const TEXTS = {
  es: {
    invite: 'Invitar a alguien',
    role: ['Rol', 'Edición'],
    send: 'Enviar la invitación',
    signIn: 'Ya tengo una cuenta',
    invited: 'Ana Robles le invita a colaborar en este sitio con el rol «Edición». Este rol crea, edita y publica',
    mailed: 'con el rol «Edición». Este rol crea, edita y publica',
    fixed: 'La invitación es para esta dirección.',
    another: `Ana Robles invita a ${EVA.email} a colaborar en este sitio con el rol «Edición». Aquí está abierta la sesión de ${BETO.email}.`,
    gone: 'La invitación ya no sirve',
    accept: 'Acepte la invitación',
  },
  en: {
    invite: 'Invite someone',
    role: ['Role', 'Editor'],
    send: 'Send invitation',
    signIn: 'I already have an account',
    invited:
      'Ana Robles invites you to work on this site with the role “Editor”. This role creates, edits and publishes',
    mailed: 'with the role “Editor”. This role creates, edits and publishes',
    fixed: 'The invitation is for this address.',
    another: `Ana Robles invites ${EVA.email} to work on this site with the role “Editor”. Here, ${BETO.email} is signed in.`,
    gone: 'The invitation no longer works',
    accept: 'Accept the invitation',
  },
} as const;

for (const code of ['es', 'en'] as const) {
  accountSite.describe(`in ${code}`, () => {
    accountSite.use({
      code,
      accounts: { people: [{ ...ANA, role: 'owner' }, BETO] },
      variables: { MEKI_SIGNUP: 'invite' },
    });

    accountSite(
      'the link of an invitation says who invites to what, whoever opens it and whenever',
      async ({ site, outbox }) => {
        const words = WORDS[code];
        const texts = TEXTS[code];
        const at = (path: string) => canonicalPath(code, path);
        async function invite(): Promise<string> {
          const owner = createPlainBrowser(site.origin, await signInCookie(site.origin, ANA));
          await owner.open(at('/admin/people'));
          const form = owner.page.region(texts.invite);
          form.field(words.email).fill(EVA.email);
          form.field(texts.role[0]).check(texts.role[1]);
          await owner.press(texts.send, form);
          const { source } = await outbox.next(EVA.email);
          expect(wordsOfMail({ source })).toContain(texts.mailed);
          const [, link = ''] =
            /(\S*\/admin\/signup\?\S+)/.exec(source.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? [];
          return link.replace(/^https?:\/\/[^/]+/, '');
        }

        await accountSite.step('an expired link, and what is left of it', async () => {
          const link = await invite();
          await passTime(site.dataDir, 8 * DAY);
          const guest = createPlainBrowser(site.origin);
          await guest.open(link);
          expect(guest.page.one('h1').text).toBe(texts.gone);
          expect(guest.page.buttons()).toEqual([]);
          await guest.follow(texts.signIn);
          expect(guest.page.field(words.email).value).toBe(EVA.email);
        });

        const link = await invite();

        await accountSite.step('where another account is signed in', async () => {
          const other = createPlainBrowser(site.origin, await signInCookie(site.origin, BETO));
          await other.open(link);
          expect(other.page.text).toContain(texts.another);
          await other.press(words.signOut);
          await other.open(link);
          expect(other.page.text).toContain(texts.invited);
        });

        await accountSite.step('a link that was changed tells nothing of the invitation', async () => {
          const guest = createPlainBrowser(site.origin);
          for (const changed of [`${link}x`, link.replace('eva', 'nobody')]) {
            await guest.open(changed);
            expect(guest.page.one('h1').text).toBe(texts.gone);
          }
          await guest.open(link.replace(/&invitation=.*/, ''));
          expect(guest.page.one('h1').text).toBe(words.signUp.title);
          expect(guest.page.field(words.email).value).toBe(EVA.email);
        });

        await accountSite.step(
          'who is invited signs up with the email of the invitation, also after a mistake',
          async () => {
            const guest = createPlainBrowser(site.origin);
            await guest.open(link);
            expect(guest.page.one('h1').text).toBe(texts.accept);
            for (const password of ['corta-7', EVA.password]) {
              expect(guest.page.text).toContain(texts.invited);
              expect(guest.page.field(words.email).value).toBe(EVA.email);
              expect(guest.page.field(words.email).description).toContain(texts.fixed);
              guest.page.field(words.name).fill(EVA.name);
              guest.page.field(words.password).fill(password);
              await guest.press(words.signUp.submit);
            }
            guest.page.field(words.code).fill((await outbox.next(EVA.email)).code);
            await guest.press(words.confirm.submit);
            expect(guest.page.one('h1').text).toBe(words.greeting(EVA.name));
            await guest.open(link);
            expect(guest.address).toBe(at('/admin'));
            const late = createPlainBrowser(site.origin);
            await late.open(link);
            expect(late.page.one('h1').text).toBe(texts.gone);
          },
        );
      },
    );
  });
}
