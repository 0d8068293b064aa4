import type { FieldValues } from '#core/content/item.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { contentTypeOf } from '#core/site/content-paths.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import { SITE_WORDS, wordsOfFile } from '#core/site/site-words.ts';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import given from '#site-config';
import { openSite } from '../../helpers/data-folders/open-site.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { CODES, canonicalPath, canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import { visibleTexts } from '../../helpers/requests/visible-texts.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';
import {
  CHANGED_EMAIL,
  changed,
  changedFields,
  changedOnPage,
  changedRichText,
  changedTexts,
} from '../../helpers/texts/changed-words.ts';
import { createInterfaceTexts } from '../../helpers/texts/interface-texts.ts';

const { config } = prepareSiteConfig(given);

/** All pages, one that shows a text of another language, and what is beside pages. */
const PATHS = [
  ...canonicalPaths().map(({ path }) => path),
  '/en/studies/radiografia-panoramica-dental',
  ...CODES.flatMap((code) =>
    ['/search', '/search?q=77', '/no-such-page', '/feed.xml'].map((path) => canonicalPath(code, path)),
  ),
];

/** What a language of an item or of a file says, as the Content API has it. */
interface Words {
  title: string;
  summary: string;
  body: { tiptap: RichText };
  seo: { [name: string]: string };
  coverAlt?: string;
  author?: string;
  fields: FieldValues;
}

/** The Content API of a site, for an owner's program. */
async function openApi({ dataDir, origin }: RunningSite) {
  const { store, close } = await openSite(dataDir);
  const made = await createApiToken({ store }, { kind: 'command-line' }, { name: 'Words', role: 'owner' });
  await close();
  if (!made.ok) throw new Error(made.reason);
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json', 'if-match': '*' };
  return async (method: string, path: string, body?: object) => {
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/api/v1${path}`, options);
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(told)}`);
    return told;
  };
}

type Api = Awaited<ReturnType<typeof openApi>>;

async function listed(api: Api, list: 'items' | 'files'): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await api('GET', `/${list}?limit=100`); ; ) {
    ids.push(...page[list].map(({ id }: { id: string }) => id));
    if (page.next === undefined) return ids;
    page = await api('GET', `/${list}?limit=100&cursor=${page.next}`);
  }
}

/** Changes all that an item says through the drafts that the editor writes, too, and publishes it as its panel does. */
async function changeItem(api: Api, id: string): Promise<void> {
  const item = await api('GET', `/items/${id}`);
  const type = contentTypeOf(config, item.type);
  const fields = changedFields(type, item.fields, false);
  const shared = { ...(item.author && { author: changed(item.author) }), fields };
  if (Object.keys(shared.fields).length > 0 || item.author) await api('PATCH', `/items/${id}`, shared);
  const names = wordsOfFile(config);
  for (const [code, words] of Object.entries<Words>(item.languages)) {
    const { title, summary, body, seo, coverAlt, author } = words;
    const own = Object.fromEntries(Object.entries(names).map(([key, text]) => [key, text[code] ?? '']));
    const isOfSite = type.appearsAs === 'site';
    await api('PATCH', `/items/${id}/${code}`, {
      ...(!isOfSite && { title: changed(title), summary: changed(summary), seo: changedTexts(seo) }),
      ...(!isOfSite && { body: { tiptap: changedRichText(body.tiptap) } }),
      ...(coverAlt && { coverAlt: changed(coverAlt) }),
      ...(author && { author: changed(author) }),
      fields: changedFields(type, id === SITE_WORDS ? own : words.fields, true),
    });
  }
  await api('POST', `/items/${id}/publish`, { languages: Object.keys(item.languages) });
}

/** Changes all that a file says: `describeFile`, as the form of the library. */
async function changeFile(api: Api, id: string): Promise<void> {
  const { languages } = await api('GET', `/files/${id}`);
  for (const [code, words] of Object.entries<{ [name: string]: string }>(languages)) {
    const texts = ['title', 'alt', 'caption', 'credit'].flatMap((name) => (words[name] ? [[name, words[name]]] : []));
    if (texts.length > 0) await api('PATCH', `/files/${id}/${code}`, changedTexts(Object.fromEntries(texts)));
  }
}

test('an owner can change every word that readers see, in both languages', async ({ baseURL, startOwnSite }) => {
  // It changes and publishes all that the sample has.
  test.slow();
  const read = async (origin: string, path: string) => visibleTexts(await (await fetch(origin + path)).text());
  const site = await startOwnSite({ people: [{ ...ANA, role: 'owner' }], hasSample: true });
  const headers = { cookie: await signInCookie(site.origin, ANA), origin: site.origin };
  for (const { key, appearsAs } of config.contentTypes) {
    if (appearsAs !== 'site') continue;
    const begin = { method: 'POST', headers, body: new URLSearchParams({ type: key }), redirect: 'manual' } as const;
    expect((await fetch(`${site.origin}/admin/site`, begin)).status, key).toBe(303);
  }
  const api = await openApi(site);
  for (const id of await listed(api, 'items')) await changeItem(api, id);
  for (const id of await listed(api, 'files')) await changeFile(api, id);

  const { isAll, isPart } = createInterfaceTexts();
  const left: string[] = [];
  const lost: string[] = [];
  let found = 0;
  for (const path of PATHS) {
    const after = await read(site.origin, path);
    const shown = new Set(after.map(({ text }) => text));
    for (const { place, text } of after) {
      if (text !== CHANGED_EMAIL && !isAll(text)) left.push(`${path} ${place}: ${text}`);
    }
    // What it said before, by the sample that all tests share.
    for (const { place, text } of await read(`${baseURL}`, path)) {
      if (shown.has(changedOnPage(text))) found++;
      else if (!isPart(text)) lost.push(`${path} ${place}: ${text}`);
    }
  }
  expect(left, 'words of contents that could not be changed').toEqual([]);
  expect(lost, 'words of contents that were changed and are not there').toEqual([]);
  expect(found, 'words of all pages').toBeGreaterThan(80 * PATHS.length);
});
