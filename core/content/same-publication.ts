import { sameContents } from '../documents/compare-values.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import { isRichText } from '../rich-text/rich-text.ts';
import type { Publication } from './publication.ts';

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

/** Whether a value counts as empty, which equals a missing one. */
export function isNothing(value: unknown): boolean {
  if (value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRichText(value) && value.content.length === 0;
}
