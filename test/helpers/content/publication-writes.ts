import { publicationCards, publications } from '#core/content/collections.ts';
import { createPublicationCard } from '#core/content/create-publication.ts';
import type { Publication } from '#core/content/publication.ts';
import type { DocumentData, Write } from '#core/documents/document-store.ts';

/** A publication of a study. */
export function publication(itemId: string, title: string, words: string, language = 'es'): Publication {
  return {
    itemId,
    type: 'studies',
    language,
    slug: itemId,
    title,
    summary: 'Resumen',
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { id: 'p1' }, content: [{ type: 'text', text: words }] }],
    },
    seo: {},
    fields: { modality: 'mri', durationMinutes: 30, contrast: 'none', preparation: ['No lleve joyas'] },
    tags: ['brain'],
    sourceLanguage: language,
    firstPublishedAt: 1_700_000_000_000,
    publishedAt: 1_700_000_000_000,
    revision: 1,
  };
}

/** The writes that publish it, with its cards in the lists of some languages. */
export function writes(made: Publication, locales = [made.language]): Write[] {
  const { language, type, slug, itemId } = made;
  const set = (path: Write['path'], data: object): Write => ({ kind: 'set', path, data: data as DocumentData });
  return [
    set(publications.at(language, type, slug).path, made),
    ...locales.map((locale) => set(publicationCards.at(locale, itemId).path, createPublicationCard(made, locale))),
  ];
}
