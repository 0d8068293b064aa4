import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CODES } from '../data-folders/sample-site.ts';
import type { DocumentReader } from './read-document.ts';

/** What a site answers at an address, as one text: status, headers and body. Of pictures, the hash of the body. */
export interface SiteAnswer {
  path: string;
  text: string;
  /** The heading of a page. */
  heading?: string;
}

/** Headers of the connection, of the moment, and the number of the request. */
const INHERENT = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];

const START = [
  '/robots.txt',
  ...['', ...CODES.map((code) => `/${code}`)].flatMap((form) => [`${form}/sitemap.xml`, `${form}/feed.xml`]),
];

const PAYLOAD = '/_payload.json';

/**
 * Reads all that a site offers to the public, beginning with its sitemaps and feeds: the pages that they name and those to which
 * pages link, the data of each for navigation, and pictures. Preview pictures for social networks are left out: they are drawn when they are first asked for.
 * @param address where the site is served @param origin what it calls itself
 */
export async function* readWholeSite(
  address: string,
  origin: string,
  reader: DocumentReader,
): AsyncGenerator<SiteAnswer> {
  const queue = new Set(START);
  const add = (href: string, from: string) => {
    const url = new URL(href, origin + from);
    if (url.origin === origin && !/^\/(admin|en\/admin|es\/admin|media\/titles|assets)\b|\/og\.jpg$/.test(url.pathname))
      queue.add(url.pathname + url.search);
  };
  // Iterating a set reaches what is added meanwhile.
  for (const path of queue) {
    const { text, type, body } = await readAnswer(address, path);
    if (type.startsWith('application/xml'))
      for (const [, href = ''] of body.matchAll(/<loc>([^<]+)</g)) add(href, path);
    const page = type.startsWith('text/html') ? reader.read(body) : undefined;
    yield { path, text, ...(page && { heading: page.headings[0] ?? '' }) };
    if (!page) continue;
    for (const href of [...page.links, ...page.resources]) add(href, path);
    const { pathname, search } = new URL(path, origin);
    queue.add(pathname.replace(/\/$/, '') + PAYLOAD + search);
  }
}

/** The path of an item: perhaps a language, a type, and a slug. */
const ITEM = /^(\/[a-z]{2})?\/[a-z-]{3,}\/[a-z0-9-]+$/;

/** Milliseconds within which a search is built. */
const BUILT_WITHIN = 30_000;

/**
 * Searches for the title of each item, once the search finds every item by its title.
 * @param headings of pages, by path @throws Error if it never does
 */
export async function* readSearches(
  address: string,
  headings: ReadonlyMap<string, string>,
): AsyncGenerator<SiteAnswer> {
  const searches = [...headings].flatMap(([path, heading]) => {
    const [isItem, form = ''] = ITEM.exec(path) ?? [];
    return isItem ? [{ item: path, path: `${form}/search?q=${encodeURIComponent(heading)}` }] : [];
  });
  const end = performance.now() + BUILT_WITHIN;
  for (const { item, path } of searches) {
    while (!(await readAnswer(address, path)).body.includes(`href="${item}"`)) {
      if (performance.now() > end) throw new Error(`${path} never finds ${item}`);
      await setTimeout(50);
    }
  }
  for (const { path } of searches) yield { path, text: (await readAnswer(address, path)).text };
}

/** What a site answers at each address. */
export async function readEach(address: string, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths) answers.set(path, (await readAnswer(address, path)).text);
  return answers;
}

/** Requests an address without following redirects. */
async function readAnswer(address: string, path: string): Promise<{ text: string; type: string; body: string }> {
  const response = await fetch(address + path, { redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /^(text|application)\//.test(type);
  const body = isText ? bytes.toString() : createHash('sha256').update(bytes).digest('hex');
  const headers = [...response.headers].filter(([name]) => !INHERENT.includes(name));
  return { type, body, text: [response.status, ...headers.map((each) => each.join(': ')), '', body].join('\n') };
}
