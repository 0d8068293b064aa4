import { test as accountSite, expect } from '../../helpers/accounts/account-site-test.ts';
import { WORDS } from '../../helpers/accounts/account-words.ts';
import { ANA, type Person } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser, type PlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

/** The admin area in a browser without script; `test/e2e` has it with script. */
const test = accountSite.extend<{ enter: (person: Person) => Promise<PlainBrowser> }>({
  enter: async ({ site }, use) =>
    use(async (person) => createPlainBrowser(site.origin, await signInCookie(site.origin, person))),
});

const BETO = { name: 'Beto Sol', email: 'beto@example.org', password: 'faro nube cobre' };

test.use({
  accounts: {
    people: [
      { ...ANA, role: 'owner' },
      { ...BETO, role: 'viewer' },
    ],
  },
});

test('an owner ends the sessions of a person, who is out on the next click and may come back', async ({ enter }) => {
  const [plain, another] = [await enter(ANA), await enter(BETO)];
  await another.open('/en/admin');
  expect(another.page.one('h1').text).toBe(WORDS.en.greeting(BETO.name));
  await plain.open('/en/admin/people');
  await plain.press('End their sessions', plain.page.one('listitem', BETO.email));
  expect(plain.page.text).toContain('Their sessions have ended.');

  await another.open('/en/admin');
  expect(another.page.one('h1').text).toBe(WORDS.en.signIn.title);
  another.page.field(WORDS.en.email).fill(BETO.email);
  another.page.field(WORDS.en.password).fill(BETO.password);
  await another.press(WORDS.en.signIn.submit);
  expect(another.page.one('h1').text).toBe(WORDS.en.greeting(BETO.name));
});

test('what may not be opened, and what is not there, keep the frame and its ways out', async ({ enter }) => {
  const plain = await enter(BETO);
  for (const [path, status, told] of [
    ['/admin/people', 403, 'Su cuenta no tiene permiso para abrir esta página'],
    ['/admin/items/articles', 403, 'Su cuenta no tiene permiso para abrir esta página'],
    ['/admin/nothing', 404, 'No encontramos esta página'],
    ['/admin/people/nothing', 404, 'No encontramos esta página'],
  ] as const) {
    await plain.open(path);
    expect([plain.status, plain.page.one('h1').text], path).toEqual([status, String(status)]);
    expect(plain.page.text).toContain(told);
    expect(plain.page.whole.target('Tablero')).toBe('/admin');
  }
  await plain.follow('Ir al tablero');
  expect(plain.page.one('h1').text).toBe(WORDS.es.greeting(BETO.name));
});

test('an owner reads in the log what somebody tried that they may not do', async ({ enter }) => {
  const [plain, another] = [await enter(ANA), await enter(BETO)];
  await another.open('/admin/people');
  expect(another.status).toBe(403);
  for (const [path, entry, tried] of [
    ['/admin/audit', 'Beto Sol intentó algo que su cuenta no le permite.', 'Qué intentó: administrar personas'],
    [
      '/en/admin/audit',
      'Beto Sol tried something that their account doesn’t allow.',
      'What was tried: managing people',
    ],
  ] as const) {
    await plain.open(path);
    expect(plain.page.one('listitem', entry).text).toContain(tried);
  }
});

test.describe('at another address of the server', () => {
  test.use({ expectedErrors: /MEKI_ORIGIN is/ });

  test('who signs in reads which address is right, and so does the log', async ({ site }) => {
    const opened = site.origin.replace('localhost', '127.0.0.1');
    const plain = createPlainBrowser(opened);
    await plain.open('/en/admin/signin');
    plain.page.field(WORDS.en.email).fill(ANA.email);
    plain.page.field(WORDS.en.password).fill(ANA.password);
    await plain.press(WORDS.en.signIn.submit);
    expect([plain.status, plain.page.one('h1').text]).toEqual([403, 'The site has another address']);
    expect(plain.page.text).toContain('MEKI_ORIGIN');
    expect(plain.page.text).toContain(opened);
    await expect.poll(() => site.errors).toEqual([expect.stringContaining(`MEKI_ORIGIN is ${site.origin}`)]);
    expect(plain.page.target(`Open ${site.origin}`)).toBe(`${site.origin}/en/admin/signin`);
  });
});

test.describe('on the sample site', () => {
  test.use({ hasSample: true });

  test('the board of health is filtered by its form', async ({ enter }) => {
    const plain = await enter(ANA);
    await plain.open('/admin/health');
    plain.page.field('Tipo').check('Noticias');
    await plain.press('Mostrar');
    expect(plain.address).toContain('type=news');
    expect(plain.page.all('h3')).toHaveLength(1);
  });
});
