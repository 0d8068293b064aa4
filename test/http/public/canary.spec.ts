import { setTimeout } from 'node:timers/promises';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

/** A unique text, searched in every response, ignoring case. */
const CANARY = 'zqxcanarioqxz';

const ANA = { name: 'Ana Robles', email: 'ana@example.org', password: 'faro nube cobre' };

/** Unpublished text, by the id of its item. */
const HIDDEN = [
  'only-draft',
  'typed',
  'changed',
  'planned',
  'put-away',
  'trashed',
  'unpublished',
  'named-version',
] as const;

/** Items that have different text when published. */
const WRITTEN_LATER: readonly string[] = ['typed', 'changed', 'named-version'];

const textOf = (id: string, word: string) => ({
  title: `${word} ${id}`,
  slug: `${word}-${id}`,
  summary: `Resumen ${word} ${id}.`,
  paragraphs: [`Párrafo ${word} ${id}.`],
});

const articleWith = (id: string, word: string) => ({
  ...articleOf(id, { es: textOf(id, word), en: textOf(`${id}-en`, word) }),
  tags: ['preparation'],
});

const test = base.extend<{ site: RunningSite }>({
  site: async ({ startOwnSite }, use) => use(await startOwnSite({ people: [{ ...ANA, role: 'owner' }] })),
});

test('no word that is not published is in anything that the public can ask for', async ({ site }) => {
  test.setTimeout(180_000);
  const tokens = await plant(site);
  const seen = new Map<string, string>();
  const queue = [...(await startsOf(site)), ...HIDDEN.flatMap((id) => addressesOf(id))];
  while (queue.length > 0) {
    const path = queue.shift() ?? '';
    if (seen.has(path)) continue;
    const answer = await fetch(site.origin + path, { redirect: 'manual' });
    const body = await answer.text();
    const headers = JSON.stringify([...answer.headers]);
    // A 404 page and the search repeat the requested text; titles of items contain more words.
    const isEcho = answer.status === 404 || /^(\/e[sn])?\/search/.test(path);
    const told = isEcho ? (body + headers).replaceAll(new RegExp(`${CANARY}(?! [a-z])`, 'gi'), '') : body + headers;
    seen.set(path, told);
    if (answer.status < 300) queue.push(...linksIn(body, site.origin).filter((link) => !seen.has(link)));
  }
  expect([...seen.keys()].filter((path) => seen.get(path)?.toLowerCase().includes(CANARY))).toEqual([]);
  expect(seen.size, 'the crawl went round the site').toBeGreaterThan(100);
  for (const path of [
    '/articulos/publico-changed',
    '/en/articles/publico-changed-en',
    '/sitemap.xml',
    '/es/feed.xml',
  ]) {
    expect(seen.get(path), path).toContain('publico');
  }
  await expectSearchFindsNothing(site);
  // The canary is visible to people with the right, so the crawl would have found it.
  const shown = await fetch(`${site.origin}/preview/${tokens[0]}`);
  expect((await shown.text()).toLowerCase()).toContain(CANARY);
});

/** Places the canary in all unpublished texts. @returns the tokens of preview links */
async function plant(site: RunningSite): Promise<string[]> {
  const cookie = await signInCookie(site.origin, ANA);
  const post = async (id: string, page: string, fields: [string, string][]) => {
    const headers = { cookie, origin: site.origin };
    const path = `${site.origin}/admin/items/articles/${id}/${page}`;
    const answer = await fetch(path, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    const body = await answer.text();
    if (answer.status !== 303 && answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${body}`);
    return body;
  };
  const perform = (id: string, intent: string, ...rest: [string, string][]) =>
    post(id, 'publish', [['intent', intent], ['languages', 'es'], ['languages', 'en'], ['confirmed', 'yes'], ...rest]);
  const rewrite = async (id: string, word: string) => {
    const [item, fresh] = [await readItem(site.dataDir, id), articleWith(id, word)];
    const languages = Object.entries(item.languages).map(([code, own]) => {
      const { title, slug, summary, body, seo, links } = fresh.languages[code] ?? own;
      return [code, { ...own, title, slug, summary, body, seo, ...(links && { links }), state: 'changed' as const }];
    });
    await writeItems(site.dataDir, [{ ...item, languages: Object.fromEntries(languages) }]);
  };

  await writeItems(
    site.dataDir,
    HIDDEN.map((id) => articleWith(id, WRITTEN_LATER.includes(id) ? 'publico' : CANARY)),
  );
  await perform('changed', 'publish');
  await rewrite('changed', CANARY);
  await perform('typed', 'publish');
  await type(site, cookie, 'typed', 'es');
  await perform('planned', 'schedule-publish', ['date', '2090-01-02'], ['time', '10:00']);
  await perform('put-away', 'archive');
  await perform('trashed', 'trash');
  // Formerly public text is in revisions and old addresses.
  await perform('unpublished', 'publish');
  await perform('unpublished', 'unpublish');
  await rewrite('named-version', CANARY);
  await post('named-version', 'revisions', [
    ['intent', 'save'],
    ['name', `Antes ${CANARY}`],
  ]);
  await rewrite('named-version', 'publico');
  await perform('named-version', 'publish');
  const shared = await perform('only-draft', 'share', ['days', '7']);
  return [...shared.matchAll(/\/preview\/([A-Za-z0-9_-]{43})/g)].map(([, token]) => token ?? '');
}

/** Types the canary into a language's draft, like an editor: it is in the draft log and in the snapshot. */
async function type({ origin }: RunningSite, cookie: string, id: string, language: string): Promise<void> {
  const draft = openDraft(`item/${id}/${language}`, { address: origin, cookie });
  try {
    await expect.poll(() => draft.isSaved()).toBe(true);
    for (const name of ['title', 'summary', 'slug', 'seo.title']) draft.doc.getText(name).insert(0, CANARY);
    await expect.poll(() => draft.isSaved()).toBe(true);
  } finally {
    draft.end();
  }
}

/** Start addresses of the crawl: pages and machine-readable resources. */
async function startsOf({ origin }: RunningSite): Promise<string[]> {
  const { id } = (await (await fetch(`${origin}/builds/latest.json`)).json()) as { id: string };
  const forms = (path: string) => [path, `/es${path}`, `/en${path}`];
  return [
    ...forms(''),
    '/',
    ...['/faq', '/about', '/contact', '/privacy-policy', '/articulos', '/articles'].flatMap(forms),
    ...forms('/sitemap.xml'),
    '/robots.txt',
    '/es/feed.xml',
    '/en/feed.xml',
    '/builds/latest.json',
    `/builds/meta/${id}.json`,
    ...['common', 'error', 'admin', 'account', 'publishing'].flatMap((name) => [
      `/locales/es/${name}.json`,
      `/locales/en/${name}.json`,
    ]),
    '/api/v1/items',
    '/api/v1/openapi.json',
    '/preview/x',
    `/preview/${'A'.repeat(43)}`,
    '/admin',
    '/admin/signin',
    ...forms(`/search?q=${CANARY}`),
  ].filter((path) => path !== '');
}

/** Addresses that the hidden items would have, and their admin pages. */
function addressesOf(id: string): string[] {
  const admin = `/admin/items/articles/${id}`;
  const pages = [
    admin,
    ...['publish', 'publish/panel', 'revisions', 'preview', 'preview/panel', 'preview/page', 'preview/changes'].map(
      (one) => `${admin}/${one}`,
    ),
  ];
  return [
    `/articulos/${CANARY}-${id}`,
    `/en/articles/${CANARY}-${id}-en`,
    `/articulos/publico-${id}`,
    `/en/articles/publico-${id}-en`,
    ...pages,
  ]
    .flatMap((path) => [path, `${path}/_payload.json`])
    .concat(pages.flatMap((path) => [`/en${path}`, `${path}.data`]));
}

/** All site addresses in a document, payload, feed or sitemap. */
function linksIn(body: string, origin: string): string[] {
  const named = [
    ...body.matchAll(/(?:href|src|action)="([^"#]+)|<loc>([^<]+)|<link>([^<]+)|"((?:https?:\/)?\/[^"\s\\]+)"/g),
  ];
  return named
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').replaceAll('&amp;', '&'))
    .filter((address) => URL.canParse(address, origin) && new URL(address, origin).origin === origin)
    .map((address) => new URL(address, origin))
    .filter(({ pathname }) => !/^\/(assets|media|api\/_nuxt_icon)\//.test(pathname))
    .flatMap(({ pathname, search }) => [
      pathname + search,
      ...(pathname.includes('.') ? [] : [`${pathname}/_payload.json`]),
    ]);
}

/** Once the search has the public content, it has nothing else. */
async function expectSearchFindsNothing({ origin }: RunningSite): Promise<void> {
  const read = async (query: string) => (await fetch(`${origin}/search?q=${query}`)).text();
  for (let known = false; !known; known = (await read('publico')).includes('/articulos/publico-changed'))
    await setTimeout(100);
  for (const path of ['/search', '/en/search']) {
    const body = await (await fetch(`${origin}${path}?q=${CANARY}`)).text();
    expect(body, path).not.toMatch(new RegExp(`(articulos|articles)/${CANARY}|Resumen ${CANARY}`, 'i'));
  }
}
