import type { Item } from '#core/content/item.ts';
import { articleOf } from './write-items.ts';

/** The Spanish paragraphs of the guide. */
export const GUIDE_WORDS = ['Llegue con tiempo.', 'No coma seis horas antes.', 'Beba agua.'];

/** An article of three paragraphs, translated. */
export const GUIDE = guideOf('guia');

export const GUIDE_PATH = '/admin/items/articles/guia';

function guideOf(id: string) {
  return articleOf(id, {
    es: { title: 'Guía del estudio', slug: id, paragraphs: GUIDE_WORDS },
    en: {
      title: 'A guide to the exam',
      slug: id === 'guia' ? 'guide' : `${id}-guide`,
      paragraphs: ['Come early.', 'Do not eat for six hours.', 'Drink water.'],
    },
  });
}

/** The guide with some of its English paragraphs: words, '' for an empty one, and `undefined` for none. */
export function guideWith(id: string, ...paragraphs: (string | undefined)[]): Item {
  const guide = guideOf(id);
  const { es, en } = guide.languages;
  if (!es || !en) throw new Error('The guide has both languages');
  const content = en.body.content.flatMap(({ content: _, ...block }, index) => {
    const text = paragraphs[index];
    if (text === undefined) return [];
    return [{ ...block, ...(text !== '' && { content: [{ type: 'text', text }] }) }];
  });
  return { ...guide, languages: { es, en: { ...en, body: { type: 'doc', content } } } };
}

/** The guide without its translation. */
export function untranslatedGuide(id: string): Item {
  const { en: _, ...languages } = guideOf(id).languages;
  return { ...guideOf(id), languages };
}
