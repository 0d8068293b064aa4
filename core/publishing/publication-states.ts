import { publications } from '../content/collections.ts';
import { createPublication } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import { isNothing } from '../content/own-contents.ts';
import type { Publication } from '../content/publication.ts';
import type { DocumentRef } from '../documents/collection.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { documentsOfFiles, readForUnit, shownFile } from '../files/read-files.ts';
import { asPicture } from '../media/media.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import { isRichText } from '../rich-text/rich-text.ts';
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

/**
 * Whether two publications have the same contents, regardless of time and format: that of publications from programs or from
 * before drafts were normalized differs. The list of media files and the former anchors follow from the rest.
 */
export function samePublication(a: Publication, b: Publication): boolean {
  if (!sameContents(factsOf(a), factsOf(b)) || !sameValue(a.body, b.body)) return false;
  const keys = new Set([...Object.keys(a.fields), ...Object.keys(b.fields)]);
  return keys.values().every((key) => sameValue(a.fields[key], b.fields[key]));
}

function factsOf(publication: Publication) {
  const { body: _body, fields: _fields, media: _media, formerAnchors: _anchors, ...facts } = publication;
  return { ...facts, firstPublishedAt: 0, publishedAt: 0, revision: 0 };
}

/** Texts are only normalized if they differ as they are. */
function sameValue(a: unknown = null, b: unknown = null): boolean {
  if (sameContents(a, b)) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  return isRichText(a) && isRichText(b) && sameContents(normalizeRichText(a), normalizeRichText(b));
}
