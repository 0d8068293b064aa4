import { publications } from '../content/collections.ts';
import { createPublication } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import { samePublication } from '../content/same-publication.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { media } from '../media/media.ts';
import { keptMedia } from '../media/read-media.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** The publications of an item, and its cover. */
export function publicDocuments({ type, cover, languages }: Item): DocumentRef[] {
  const published = Object.entries(languages).flatMap(([language, { publishedSlug }]) =>
    publishedSlug === undefined ? [] : [publications.at(language, type, publishedSlug)],
  );
  return cover ? [...published, media.at(cover.media)] : published;
}

/**
 * Updates the state of each public language to `published` or `changed`, by comparing it with its publication. Other states are
 * kept.
 */
export async function withPublicationStates(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<Item> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const languages: Item['languages'] = { ...item.languages };
  await unit.read(publicDocuments(item));
  for (const [language, content] of Object.entries(item.languages)) {
    if (content.publishedSlug === undefined || !['published', 'changed'].includes(content.state)) continue;
    const ref = publications.at(language, item.type, content.publishedSlug);
    const cover = item.cover && media.at(item.cover.media);
    const publication = unit.get(ref);
    if (!publication) continue;
    const candidate = createPublication(item, language, {
      type,
      cover: cover && keptMedia(unit.get(cover)),
      firstPublishedAt: publication.firstPublishedAt,
      publishedAt: publication.publishedAt,
      revision: publication.revision,
    });
    const state = samePublication(publication, candidate) ? 'published' : 'changed';
    languages[language] = { ...content, state };
  }
  return { ...item, languages };
}
