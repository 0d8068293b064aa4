import { articleOf, readItem, writeItems } from '../data-folders/write-items.ts';
import type { RunningSite } from '../servers/start-site.ts';

/** The item that exchanges its address with the article of `item-site-test.ts`. */
export const WATER = articleOf('agua', {
  es: { title: 'El agua antes del estudio', slug: 'agua', paragraphs: ['Beba agua.'] },
  en: { title: 'Water before the exam', slug: 'water', paragraphs: ['Drink water.'] },
});

export const WATER_PATH = '/admin/items/articles/agua';

/** Changes the slugs of an item's draft, like a program. */
export async function rename(site: RunningSite, id: string, slugs: { es: string; en: string }): Promise<void> {
  const item = await readItem(site.dataDir, id);
  const languages = Object.entries(item.languages).map(([code, content]) => [
    code,
    { ...content, slug: slugs[code as 'es' | 'en'], state: 'changed' as const },
  ]);
  await writeItems(site.dataDir, [{ ...item, languages: Object.fromEntries(languages) }]);
}

/** Swaps the slugs of both items in their drafts. */
export async function exchange(site: RunningSite): Promise<void> {
  await rename(site, 'ayuno', { es: 'agua', en: 'water' });
  await rename(site, 'agua', { es: 'ayuno', en: 'fasting' });
}

/** Changes members of the Spanish draft of the other item. */
export async function changeWater(site: RunningSite, members: { title?: string; summary?: string }): Promise<void> {
  const water = await readItem(site.dataDir, 'agua');
  const { es } = water.languages;
  if (!es) throw new Error('The article is in Spanish');
  await writeItems(site.dataDir, [{ ...water, languages: { ...water.languages, es: { ...es, ...members } } }]);
}

/** The response at an address: the heading, or the redirect target. */
export async function answerAt({ origin }: RunningSite, path: string): Promise<string | undefined> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  if (answer.status !== 200) return `${answer.status} ${answer.headers.get('location')?.replace(origin, '')}`;
  return /<h1[^>]*>([^<]+)/.exec(await answer.text())?.[1];
}
