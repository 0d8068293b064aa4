import { sameContents } from '../documents/compare-values.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import { isRichText, richTextValue } from '../rich-text/rich-text.ts';
import type { FieldValues } from './item.ts';
import type { Publication } from './publication.ts';

/** Whether two publications have the same contents, regardless of time and format. */
export function samePublication(a: Publication, b: Publication): boolean {
  const { firstPublishedAt, publishedAt, revision } = a;
  return sameContents(inOneForm(a), inOneForm({ ...b, firstPublishedAt, publishedAt, revision }));
}

/**
 * Normalizes the format, which differs for publications from programs or from before drafts were normalized. The list of media
 * files follows from the rest.
 */
function inOneForm(publication: Publication): Publication {
  const fields: FieldValues = {};
  for (const [key, value] of Object.entries(publication.fields)) {
    if (!isNothing(value)) fields[key] = isRichText(value) ? richTextValue(normalizeRichText(value)) : value;
  }
  const { media: _, ...rest } = publication;
  return { ...rest, body: normalizeRichText(publication.body), fields };
}

/** Whether a value counts as empty, which equals a missing one. */
export function isNothing(value: unknown): boolean {
  if (value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRichText(value) && value.content.length === 0;
}
