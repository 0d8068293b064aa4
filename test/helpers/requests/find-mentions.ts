import type { APIRequestContext } from '@playwright/test';
import type { DocumentReader } from './read-document.ts';

/** Occurrences of an address in lists, sitemap, feed and search of a language. */
export async function findMentions(
  request: APIRequestContext,
  reader: DocumentReader,
  places: { [place: string]: string },
  href: string,
) {
  const found: { [place: string]: boolean } = {};
  for (const [place, path] of Object.entries(places)) {
    const response = await request.get(path);
    found[place] = path.includes('.xml')
      ? (await response.text()).includes(`${href}<`) || (await response.text()).includes(`${href}"`)
      : (await reader.read(await response.text())).links.includes(href);
  }
  return found;
}
