import type { Media } from '../media/media.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { contentPath } from './collections.ts';
import { createPublication, samePublication } from './create-publication.ts';
import type { FieldValues, Item } from './item.ts';
import type { Publication } from './publication.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * The item with `published` or `changed` for each of its public languages, by whether it says what the public reads.
 * Other states are what somebody decided, and stay.
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
    const state = samePublication(inOneForm(publication), inOneForm(candidate)) ? 'published' : 'changed';
    languages[language] = { ...content, state };
  }
  return { ...item, languages };
}

/** What was published before drafts were in one form is compared in it. */
function inOneForm(publication: Publication): Publication {
  const fields: FieldValues = {};
  for (const [key, value] of Object.entries(publication.fields)) {
    if (!isNothing(value)) fields[key] = isRichText(value) ? (normalizeRichText(value) as never) : value;
  }
  return { ...publication, body: normalizeRichText(publication.body), fields };
}

function isRichText(value: unknown): boolean {
  return (value as { type?: unknown } | null)?.type === 'doc';
}

/** A field that is empty says what a field that is missing says. */
export function isNothing(value: unknown): boolean {
  if (value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRichText(value) && (value as { content?: unknown[] }).content?.length === 0;
}
