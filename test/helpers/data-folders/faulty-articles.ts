import type { Item } from '#core/content/item.ts';
import { articleOf } from './write-items.ts';

/** An article of two languages that passes every check, and its texts. */
export function soundArticle(id: string) {
  const article = articleOf(id, {
    es: { title: 'El ayuno antes del estudio', slug: id, paragraphs: ['No coma seis horas antes.', 'Beba agua.'] },
    en: {
      title: 'Fasting before the exam',
      slug: `${id}-en`,
      paragraphs: ['Do not eat for six hours.', 'Drink water.'],
    },
  });
  const { es, en } = article.languages;
  if (!es || !en) throw new Error('The article has both languages');
  return { article, es, en };
}

/** An article that cannot be published, because its Spanish title is missing. */
export function untitledArticle(id: string): Item {
  const { article, es, en } = soundArticle(id);
  return { ...article, languages: { es: { ...es, title: '' }, en } };
}

/** An article whose English text belongs to nothing of the Spanish one: three parts are stale, two are missing. */
export function unlinkedArticle(id: string): Item {
  const { article, es, en } = soundArticle(id);
  const { links: _, ...unlinked } = en;
  return { ...article, languages: { es, en: unlinked } };
}

/** An article in Spanish alone, with a text of links alone. */
export function linkingArticle(id: string, hrefs: readonly string[]): Item {
  const { article, es } = soundArticle(id);
  const content = hrefs.map((href, index) => ({
    type: 'paragraph',
    attrs: { id: `es${index}` },
    content: [{ type: 'text', text: 'enlace', marks: [{ type: 'link', attrs: { href } }] }],
  }));
  return { ...article, languages: { es: { ...es, body: { type: 'doc', content } } } };
}

/** An unpublished article that others link to. */
export const WATER = articleOf('agua', { es: { title: 'El agua', slug: 'agua', paragraphs: ['Beba agua.'] } });
