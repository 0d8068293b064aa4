import { publications } from '../content/collections.ts';
import { createPublication } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import { samePublication } from '../content/same-publication.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { documentsOfFiles, readForUnit, shownFile } from '../files/read-files.ts';
import { asPicture } from '../media/media.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** The publications of an item, and its cover. */
export function publicDocuments({ type, cover, languages }: Item): DocumentRef[] {
  const published = Object.entries(languages).flatMap(([language, { publishedSlug }]) =>
    publishedSlug === undefined ? [] : [publications.at(language, type, publishedSlug)],
  );
  return cover ? [...published, ...documentsOfFiles([cover.media])] : published;
}

/**
 * Updates the state of each public language to `published` or `changed`, by comparing it with its publication. Other states are
 * kept. Whoever changes what a publication says writes its item, too, which the unit guards: no publication is guarded besides.
 */
export async function withPublicationStates(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<Item> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const languages: Item['languages'] = { ...item.languages };
  await unit.read(publicDocuments(item));
  for (const [language, content] of Object.entries(item.languages)) {
    if (content.publishedSlug === undefined || !['published', 'changed'].includes(content.state)) continue;
    const ref = publications.at(language, item.type, content.publishedSlug);
    const publication = unit.peek(ref);
    if (!publication) continue;
    // The size of the same picture is as it was published: its file may have other bytes by now.
    const isSame = publication.cover?.media === item.cover?.media;
    if (item.cover && !isSame) await readForUnit(unit, [item.cover.media]);
    const cover = isSame || !item.cover ? publication.cover : asPicture(shownFile(unit.get, item.cover.media)?.media);
    const candidate = createPublication(item, language, {
      type,
      cover,
      firstPublishedAt: publication.firstPublishedAt,
      publishedAt: publication.publishedAt,
      revision: publication.revision,
    });
    const state = samePublication(publication, candidate) ? 'published' : 'changed';
    languages[language] = { ...content, state };
  }
  return { ...item, languages };
}
