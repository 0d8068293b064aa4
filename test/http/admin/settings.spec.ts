import { articleOf } from '../../helpers/data-folders/write-items.ts';
import { expect, test } from '../../helpers/items/item-site-test.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const OLGA = { name: 'Olga', email: 'olga@example.org', password: 'faro nube cobre' };

/** A site as an owner without script: changes settings from what she saw, which is nothing of her own. */
async function open(site: RunningSite) {
  const headers = { Cookie: await signInCookie(site.origin, OLGA), Origin: site.origin };
  return {
    textOf: async (path: string) => (await readPage(site.origin, path)).body,
    page: async (path = '/en/admin/settings') => (await readPage(site.origin, path, { headers })).body,
    change(values: { [id: string]: string }, before: { [id: string]: string } = {}) {
      const fields = Object.entries(values).flatMap(([id, value]) => [
        [`set ${id}`, value],
        [`was ${id}`, before[id] ?? ''],
      ]);
      const form = { section: 'working', ...Object.fromEntries(fields) };
      return sendForm(site.origin, '/en/admin/settings', form, { headers });
    },
  };
}

test('apply to the pages of a site at once, and return to what they were', async ({ startOwnSite }) => {
  const site = await startOwnSite({ people: [{ ...OLGA, role: 'owner' }], hasSample: true });
  const { textOf, page, change } = await open(site);
  expect(await page(), 'the menu that the owner made has no icons').not.toMatch(/<h3 id="navigation"/);
  expect(await textOf('/estudios')).not.toContain('?page=2');
  expect(await textOf('/robots.txt')).toContain('Sitemap:');
  const day = async () => (await textOf('/en/articles')).match(/<time[^>]*>([^<]+)/)?.[1];
  const former = await day();

  // There it is 20 hours later, so that it is the next day.
  const zone = { 'time-zone': 'Pacific/Kiritimati' };
  const chosen = { 'page-size': '4', 'search-engines': 'none', 'inbox-days': '33', ...zone };
  expect((await change(chosen)).status).toBe(303);
  await expect.poll(() => textOf('/estudios')).toContain('?page=2');
  await expect.poll(() => textOf('/en/contact')).toMatch(/33 days/);
  await expect.poll(() => textOf('/en/about')).toMatch(/<meta name="robots" content="noindex"/);
  await expect.poll(day).not.toBe(former);
  expect(await textOf('/robots.txt')).not.toContain('Sitemap:');

  const none = { 'page-size': '', 'search-engines': '', 'time-zone': '' };
  expect((await change(none, chosen)).status).toBe(303);
  await expect.poll(() => textOf('/estudios')).not.toContain('?page=2');
  await expect.poll(() => textOf('/en/about')).not.toContain('noindex');
  await expect.poll(day).toBe(former);
});

test.describe('in the cloud', () => {
  test.use({ backend: 'cloud' });

  test('apply on both instances', async ({ startOwnSite }) => {
    const site = await startOwnSite({ people: [{ ...OLGA, role: 'owner' }] });
    const { textOf, change } = await open(site);
    const person = { name: 'Zoe', email: 'zoe@example.org', password: 'montaña vela cobre' };
    const signUp = () => sendForm(site.origin, '/en/admin/signup', person, { headers: { Origin: site.origin } });
    // Twice, since the proxy sends each request to another instance than the last.
    for (const _ of [1, 2]) expect(await textOf('/en/articles')).not.toContain('noindex');
    expect((await change({ 'search-engines': 'none', 'sign-up': 'closed' })).status).toBe(303);
    for (const _ of [1, 2]) {
      await expect.poll(() => textOf('/en/articles')).toContain('noindex');
      expect((await signUp()).headers.get('location')).toBeNull();
    }
  });
});

test('what a type does in a language that it lacks changes its lists and addresses', async ({ startOwnSite }) => {
  const es = { title: 'El ayuno', slug: 'ayuno', summary: 'Cuánto.', paragraphs: ['Texto.'] };
  const site = await startOwnSite({ people: [{ ...OLGA, role: 'owner' }], items: [articleOf('ayuno', { es })] });
  const { textOf, change } = await open(site);
  const headers = { Cookie: await signInCookie(site.origin, OLGA), Origin: site.origin };
  const page = '/en/admin/items/articles/ayuno/publish';
  const form = { intent: 'publish', languages: 'es', confirmed: 'yes' };
  expect((await sendForm(site.origin, page, form, { headers })).status).toBe(303);
  const status = async () => (await readPage(site.origin, '/en/articles/ayuno')).status;
  expect(await status()).toBe(404);
  expect((await change({ 'missing-language:articles': 'notice' })).status).toBe(303);
  await expect.poll(status).toBe(200);
  await expect.poll(() => textOf('/en/articles')).toContain('El ayuno');
  expect(
    (await change({ 'missing-language:articles': 'listing' }, { 'missing-language:articles': 'notice' })).status,
  ).toBe(303);
  await expect.poll(status).toBe(302);
  await expect.poll(() => textOf('/en/articles')).not.toContain('El ayuno');
});

test('the page says what each is by default, finds them, and refuses where it is wrong', async ({ site }) => {
  const { page, change } = await open(site);
  const first = await page();
  expect(first).toContain('If empty: 12.');
  expect(first).toContain('As installed: America/Mexico_City');
  expect(first, "the links of the file's menu have icons").toMatch(/<h3 id="navigation"/);
  const found = await page('/en/admin/settings?q=time+zone');
  expect(found).toMatch(/<div hidden="" class="min-w-0">.*Items per page/);
  expect(found).not.toMatch(/<div hidden="" class="min-w-0"><input type="hidden" name="was time-zone"/);

  const wrong = await change({ 'page-size': '5000', 'inbox-days': '45', 'inbox-recipients': 'Ana <a@example.org>' });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('Enter a whole number from 2 to 60.');
  expect(wrong.body).toMatch(/Enter complete email addresses/);
  expect(wrong.body, 'what was typed is there').toContain('value="5000"');
  expect(await page()).not.toContain('value="45"');

  expect((await change({ 'page-size': '20', 'inbox-days': '45' })).status).toBe(303);
  const second = await change({ 'page-size': '30', 'inbox-days': '', 'sign-up': 'invite' });
  expect(second.status).toBe(409);
  expect(second.body).toContain('Meanwhile somebody else chose: 20.');
  expect(second.body).not.toContain('somebody else chose: 45');
  expect((await change({ 'page-size': '30' }, { 'page-size': '20' })).status).toBe(303);
  expect(await page()).toContain('value="30"');
  const log = await page('/en/admin/audit');
  expect(log).toContain('Items per page of a list: from 20 to 30');
  expect(log).toContain('Who can create an account: from Anyone to Only people with an invitation');
});
