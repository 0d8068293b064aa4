import { sameContents } from '../documents/same-contents.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import type { FieldValues } from './item.ts';
import type { Publication } from './publication.ts';

/** Whether two publications say the same, whenever each was made and in whatever form. */
export function samePublication(a: Publication, b: Publication): boolean {
  const { firstPublishedAt, publishedAt, revision } = a;
  return sameContents(inOneForm(a), inOneForm({ ...b, firstPublishedAt, publishedAt, revision }));
}

/** What was published before drafts were in one form, or came from a program, is compared in it. */
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
