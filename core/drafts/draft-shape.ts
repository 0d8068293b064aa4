/**
 * The structure of a draft as a shared document (Yjs), the same on the server and in the browser.
 *
 * A language: the texts of `DRAFT_TEXTS` and each text field (`fieldName`) are shared texts; the body and each rich-text
 * field are a sequence and registers (`core/shared-text/shared-text.ts`); a list field is a shared array of maps, one per entry, whose members are shared texts and
 * values (an entry that is one text or number has the member `value`); every other field is a value of the map
 * `fields`. The words of an entry of a shared list are shared texts each, `field:{list}.{entry}.{member}`. The map `links` holds a `TranslationLink` by unit, the array `minorEdits` holds `MinorEdit`s.
 *
 * The shared part: the text `author`; the map `tags` has a member for each tag, the map `cover` has `media`; fields
 * as above. The cover's alternative text belongs to each language, as `cover.alt`, and so does a byline of its own, as `author.own`.
 */
export const DRAFT_TEXTS = [
  'title',
  'summary',
  'slug',
  'seo.title',
  'seo.description',
  'cover.alt',
  'author.own',
] as const;

export type DraftText = (typeof DRAFT_TEXTS)[number];

export const DRAFT_BODY = 'body';
export const DRAFT_FIELDS = 'fields';
export const DRAFT_LINKS = 'links';
export const DRAFT_MINOR_EDITS = 'minorEdits';
export const DRAFT_AUTHOR = 'author';
/** The byline that a language has of its own. */
export const DRAFT_OWN_AUTHOR = 'author.own' satisfies DraftText;
export const DRAFT_TAGS = 'tags';
export const DRAFT_COVER = 'cover';

/** The name of the shared type of a field that has its own. */
export function fieldName(key: string): string {
  return `field:${key}`;
}

/** The member of a list entry that is one text or one number. */
export const ENTRY_VALUE = 'value';

/** Maximum bytes of a draft with its history: about ten times the longest text that can be published. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;
