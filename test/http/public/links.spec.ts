import type { DocumentFacts, DocumentReader } from '../../helpers/requests/read-document.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

interface Crawl {
  /** Addresses without fragments, and what they answered. */
  answers: Map<string, number>;
  pages: Map<string, DocumentFacts>;
  /** The source and target of each link, with the fragment. */
  links: { from: string; to: string }[];
}

/** The folder of a preview picture with a title, which is drawn when it is first asked for: of a language and a type. */
const TITLE_PICTURE = /\/media\/titles\/(.*\/)?/;

async function crawl(reader: DocumentReader, starts: string[]): Promise<Crawl> {
  const origin = new URL(starts[0] ?? '').origin;
  const found: Crawl = { answers: new Map(), pages: new Map(), links: [] };
  const queue = [...starts];
  const reached = new Set(queue);
  const drawn = new Set<string>();
  const go = (from: string, href: string) => {
    const url = new URL(href, from);
    if (url.origin !== origin) return;
    const [folder] = TITLE_PICTURE.exec(url.pathname) ?? [];
    // Drawing all of them takes longer than everything else; those of a folder are the same but for their words.
    if (folder !== undefined && drawn.has(folder) && !reached.has(url.href)) return;
    if (folder !== undefined) drawn.add(folder);
    found.links.push({ from, to: url.href });
    url.hash = '';
    if (reached.has(url.href)) return;
    reached.add(url.href);
    queue.push(url.href);
  };
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const response = await fetch(url, { redirect: 'manual' });
    found.answers.set(url, response.status);
    const type = response.headers.get('content-type') ?? '';
    const body = await response.text();
    if (type.startsWith('text/html')) {
      const page = reader.read(body);
      found.pages.set(url, page);
      const targets = [...page.links, ...page.resources, ...page.canonical, ...Object.values(page.alternates)];
      for (const href of targets) go(url, href);
    } else if (type.startsWith('text/css')) {
      for (const [, href = ''] of body.matchAll(/url\(["']?([^"')]+)/g)) go(url, href);
    }
  }
  return found;
}

test('every link, picture, script and style of the site answers at once, and no fragment is dead', async ({
  reader,
  baseURL,
}) => {
  const { answers, pages, links } = await crawl(reader, [`${baseURL}/`, `${baseURL}/en`]);
  const failures = links.flatMap(({ from, to }) => {
    const target = new URL(to);
    const fragment = decodeURIComponent(target.hash.slice(1));
    target.hash = '';
    const status = answers.get(target.href);
    if (status !== 200) return [`${from} leads to ${to}, which answers ${status}`];
    if (fragment !== '' && !pages.get(target.href)?.ids.includes(fragment)) {
      return [`${from} leads to ${to}, which has no such part`];
    }
    return [];
  });
  expect(failures).toEqual([]);
  const foreign = [...pages].flatMap(([from, page]) =>
    page.resources.filter((href) => new URL(href, from).origin !== baseURL).map((href) => `${from}: ${href}`),
  );
  expect(foreign, 'nothing that a page gets by itself comes from elsewhere').toEqual([]);
  expect(pages.size).toBeGreaterThan(70);
  const kinds = ['.js', '.woff2', '.svg', '.png', '/original', 'feed.xml', '?tag='];
  for (const kind of kinds)
    expect(
      [...answers.keys()].some((url) => url.includes(kind)),
      kind,
    ).toBe(true);
});
