import { articleOf, readItem, writeItems } from '../data-folders/write-items.ts';
import type { RunningSite } from '../servers/start-site.ts';

/** An item whose addresses the article of `item-site-test.ts` asks for. */
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

/** Gives the draft of each item the slugs of the other. */
export async function swapDrafts(site: RunningSite): Promise<void> {
  await rename(site, 'ayuno', { es: 'agua', en: 'water' });
  await rename(site, 'agua', { es: 'ayuno', en: 'fasting' });
}

/** The response at an address: the heading, or the redirect target. */
export async function answerAt({ origin }: RunningSite, path: string): Promise<string | undefined> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  if (answer.status !== 200) return `${answer.status} ${answer.headers.get('location')?.replace(origin, '')}`;
  return /<h1[^>]*>([^<]+)/.exec(await answer.text())?.[1];
}
