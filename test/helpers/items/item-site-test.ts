import type { Role } from '#core/accounts/user.ts';
import type { Member } from '../data-folders/create-accounts.ts';
import { CODES, type Code } from '../data-folders/sample-site.ts';
import { articleOf } from '../data-folders/write-items.ts';
import { test as base, expect } from '../servers/served-test.ts';
import { signInCookie } from '../servers/sign-in-cookie.ts';
import type { RunningSite } from '../servers/start-site.ts';

const PASSWORD = 'faro nube cobre';

/** The people who edit items, by name. */
export const WORKERS = {
  Ana: { name: 'Ana Robles', role: 'editor', languages: [] },
  Beto: { name: 'Beto Luna', role: 'editor', languages: [] },
  Tere: { name: 'Tere Soto', role: 'translator', languages: ['en'] },
  Vera: { name: 'Vera Paz', role: 'viewer', languages: [] },
} as const satisfies { [name: string]: { name: string; role: Role; languages: string[] } };

export type Worker = keyof typeof WORKERS;

const emailOf = (name: Worker) => `${name.toLowerCase()}@example.org`;

/** The first account is the owner. */
export const PEOPLE: Member[] = [
  { name: 'Olga', email: 'olga@example.org', password: PASSWORD, role: 'owner' },
  ...Object.entries(WORKERS).map(([name, { languages, ...worker }]) => ({
    ...worker,
    languages: [...languages],
    email: emailOf(name as Worker),
    password: PASSWORD,
  })),
];

/** The article of each test: both languages, unpublished. */
export const ARTICLE = articleOf('ayuno', {
  es: { title: 'El ayuno antes del estudio', slug: 'ayuno', paragraphs: ['No coma seis horas antes.', 'Beba agua.'] },
  en: { title: 'Fasting before the exam', slug: 'fasting', paragraphs: ['Do not eat for six hours.', 'Drink water.'] },
});

export const ARTICLE_PATH = '/admin/items/articles/ayuno';

interface Fixtures {
  /** A server for this test alone, with the article and the people, without sample. */
  site: RunningSite;
  /** A person's session cookie, for requests without a browser. */
  cookieOf: (name: Worker) => Promise<string>;
  /** Publishes languages (default: both) of an item at a path of the admin area, as Ana. @throws Error if refused */
  publish: (path: string, languages?: Code[]) => Promise<void>;
}

/** Tests of an item on their own site, without a browser. */
export const test = base.extend<Fixtures>({
  site: async ({ startOwnSite }, use) => use(await startOwnSite({ people: PEOPLE, items: [ARTICLE] })),
  baseURL: async ({ site }, use) => use(site.origin),
  cookieOf: async ({ site }, use) =>
    use((name) => signInCookie(site.origin, { email: emailOf(name), password: PASSWORD })),
  publish: async ({ site, cookieOf }, use) => {
    let cookie: string | undefined;
    await use(async (path, languages = CODES) => {
      cookie ??= await cookieOf('Ana');
      const body = new URLSearchParams([['intent', 'publish'], ...languages.map((code) => ['languages', code])]);
      const headers = { cookie, origin: site.origin };
      const address = `${site.origin}${path}/publish`;
      const { status } = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
      if (status !== 303) throw new Error(`${path} was not published: ${status}`);
    });
  },
});

export { expect };
