import { contentPath } from '../content/collections.ts';
import { createPublication } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import type { Publication } from '../content/publication.ts';
import { samePublication } from '../content/same-publication.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Media } from '../media/media.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * Updates the state of each public language to `published` or `changed`, by comparing it with its publication. Other states are
 * kept.
 */
export async function withPublicationStates(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<Item> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const languages: Item['languages'] = { ...item.languages };
  for (const [language, content] of Object.entries(item.languages)) {
    if (content.publishedSlug === undefined || !['published', 'changed'].includes(content.state)) continue;
    const path = contentPath.publication(language, item.type, content.publishedSlug);
    const coverPath = `media/${item.cover?.media ?? '-'}` as const;
    await unit.read(item.cover ? [path, coverPath] : [path]);
    const publication = unit.get<Publication>(path);
    if (!publication) continue;
    const candidate = createPublication(item, language, {
      type,
      cover: item.cover && unit.get<Media>(coverPath),
      firstPublishedAt: publication.firstPublishedAt,
      publishedAt: publication.publishedAt,
      revision: publication.revision,
    });
    const state = samePublication(publication, candidate) ? 'published' : 'changed';
    languages[language] = { ...content, state };
  }
  return { ...item, languages };
}
