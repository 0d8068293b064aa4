import type { z } from 'zod';
import type {
  publicationCardSchema,
  publicationSchema,
  publishedCoverSchema,
  revisionSchema,
} from './publication-schema.ts';

export type PublishedCover = z.infer<typeof publishedCoverSchema>;

/**
 * One language of one item as published. Immutable: publishing again replaces it. Stored as
 * `publications/{language}:{type}:{slug}`.
 */
export type Publication = z.infer<typeof publicationSchema>;

/**
 * The card of a publication in the lists of one language: what lists, feeds, the sitemap and related items show, without the
 * text. With the policy `notice`, an item also appears in the lists of languages that it does not have, and `contentLanguage`
 * is the language of the card. Written in the same commit as the publication. Stored as `publication-cards/{language}:{itemId}`.
 */
export type PublicationCard = z.infer<typeof publicationCardSchema>;

/** A permanent copy of a publication, `revisions/{itemId}:{language}:{revision}`, with internal data. */
export type Revision = z.infer<typeof revisionSchema>;
