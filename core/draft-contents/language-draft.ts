import type * as Y from 'yjs';
import type { MinorEdit, TranslationLink, TranslationLinks } from '../content/translation-link.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { sameContents } from '../documents/compare-values.ts';
import { isMemberName } from '../documents/storable-data.ts';
import { DRAFT_BODY, DRAFT_LINKS, DRAFT_MINOR_EDITS, DRAFT_OWN_AUTHOR, type DraftText } from '../drafts/draft-shape.ts';
import type { LanguageChange, LanguageDraft } from '../drafts/drafts.ts';
import { sharedTextIn } from '../shared-text/shared-text.ts';
import { readRichText, writeRichText } from '../shared-text/write-rich-text.ts';
import { readFields, writeFields } from './fields.ts';
import { matchEntries } from './match-entries.ts';
import { readText, readValue, writeText } from './values.ts';

/** Reads a language's draft from its Yjs document. @param fields the localized ones of its type. */
export function readLanguage(doc: Y.Doc, fields: readonly FieldDefinition[]): LanguageDraft {
  const text = (name: DraftText) => readText(doc.getText(name));
  const [title, description] = [text('seo.title'), text('seo.description')];
  const [coverAlt, author] = [text('cover.alt'), text(DRAFT_OWN_AUTHOR)];
  return {
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    body: readRichText(sharedTextIn(doc, DRAFT_BODY)),
    seo: { ...(title && { title }), ...(description && { description }) },
    ...(coverAlt && { coverAlt }),
    ...(author && { author }),
    fields: readFields(doc, fields),
    links: readLinks(doc.getMap(DRAFT_LINKS)),
    minorEdits: doc.getArray(DRAFT_MINOR_EDITS).toArray().flatMap(readMinorEdit),
  };
}

/** Changes a Yjs document where it differs from the given members. */
export function writeLanguage(doc: Y.Doc, fields: readonly FieldDefinition[], change: LanguageChange): void {
  const text = (name: DraftText, value: string | undefined) => {
    if (value !== undefined) writeText(doc.getText(name), value);
  };
  text('title', change.title);
  text('slug', change.slug);
  text('summary', change.summary);
  text('seo.title', change.seo?.title);
  text('seo.description', change.seo?.description);
  text('cover.alt', change.coverAlt);
  text(DRAFT_OWN_AUTHOR, change.author);
  if (change.body) writeRichText(sharedTextIn(doc, DRAFT_BODY), change.body);
  if (change.fields) writeFields(doc, fields, change.fields);
  if (change.links) writeLinks(doc.getMap(DRAFT_LINKS), change.links);
  if (change.minorEdits) writeMinorEdits(doc.getArray(DRAFT_MINOR_EDITS), change.minorEdits);
}

function readLinks(map: Y.Map<unknown>): TranslationLinks {
  const links: TranslationLinks = {};
  for (const unit of [...map.keys()].sort()) {
    const link = readValue(map.get(unit));
    if (isLink(link) && isMemberName(unit)) links[unit] = { source: link.source, hash: link.hash, text: link.text };
  }
  return links;
}

function writeLinks(map: Y.Map<unknown>, links: TranslationLinks): void {
  for (const unit of [...map.keys()]) if (!Object.hasOwn(links, unit)) map.delete(unit);
  for (const [unit, link] of Object.entries(links)) {
    if (!sameContents(readValue(map.get(unit)), link)) map.set(unit, { ...link });
  }
}

function writeMinorEdits(list: Y.Array<unknown>, edits: MinorEdit[]): void {
  const present = list.toArray().map((value) => readMinorEdit(value)[0]);
  const matches = matchEntries(present, edits).map((match, index) =>
    match !== undefined && sameContents(present[match], edits[index]) ? match : undefined,
  );
  let place = present.length;
  for (let index = edits.length - 1; index >= 0; index--) {
    const match = matches[index];
    if (match === undefined) {
      list.insert(place, [{ ...edits[index] }]);
      continue;
    }
    if (match < place - 1) list.delete(match + 1, place - 1 - match);
    place = match;
  }
  if (place > 0) list.delete(0, place);
}

function readMinorEdit(value: unknown): MinorEdit[] {
  const { unit, from, to } = (readValue(value) ?? {}) as { [name: string]: unknown };
  const isEdit = typeof unit === 'string' && typeof from === 'string' && typeof to === 'string';
  return isEdit ? [{ unit, from, to }] : [];
}

function isLink(value: unknown): value is TranslationLink {
  const { source, hash, text } = (value ?? {}) as { [name: string]: unknown };
  return typeof source === 'string' && typeof hash === 'string' && typeof text === 'string';
}
