import { type Code, LANGUAGES } from '../../helpers/data-folders/sample-site.ts';
import type { XmlElement } from '../../helpers/requests/read-document.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

const FEEDS: [path: string, code: Code][] = [
  ['/feed.xml', 'es'],
  ['/es/feed.xml', 'es'],
  ['/en/feed.xml', 'en'],
];

const child = (element: XmlElement, name: string) => element.children.find((part) => part.name === name);
const textOf = (element: XmlElement, name: string) => child(element, name)?.text ?? '';
const entriesOf = (feed: XmlElement) => feed.children.filter(({ name }) => name === 'entry');

for (const [path, code] of FEEDS) {
  test(`${path} is an Atom feed of the newest items, each of which answers`, async ({ request, reader, baseURL }) => {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = await reader.readXml(await response.text());
    expect(feed).toMatchObject({
      name: 'feed',
      attributes: { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': LANGUAGES[code] },
    });
    for (const name of ['id', 'title', 'updated']) expect(textOf(feed, name), name).toMatch(/\S/);
    expect(child(feed, 'author')).toBeDefined();
    const entries = entriesOf(feed);
    expect(entries.length).toBeGreaterThan(20);
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(entries.length);
    const dates = entries.map((entry) => Date.parse(textOf(entry, 'published')));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    for (const entry of entries) {
      const address = child(entry, 'link')?.attributes.href ?? '';
      expect(address).toContain(baseURL);
      const { id, title, updated, summary } = Object.fromEntries(entry.children.map(({ name, text }) => [name, text]));
      const status = (await request.get(address, { maxRedirects: 0 })).status();
      const some = expect.stringMatching(/\S/);
      expect([status, id, title, updated, summary], address).toEqual([200, some, some, some, some]);
    }
  });
}

test('the listing and the footer lead to the feed of their language', async ({ request, reader }) => {
  const { links } = await reader.read(await (await request.get('/en/articles')).text());
  expect(links.filter((href) => href.endsWith('/feed.xml'))).toEqual(['/en/feed.xml', '/en/feed.xml']);
});
