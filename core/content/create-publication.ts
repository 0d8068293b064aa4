import { type ContentType, facetOf, type ListingRules } from '../content-types/content-type.ts';
import { mergeValues } from '../content-types/entry-words.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { PictureFile } from '../media/media.ts';
import { mediaIn } from '../media/media-in.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { formerAnchors } from '../rich-text/headings.ts';
import {
  nodeText,
  plainText,
  type RichText,
  type RichTextNode,
  shownIn,
  siteBlocksIn,
} from '../rich-text/rich-text.ts';
import type { FieldValues, Item, ItemLanguage } from './item.ts';
import { fieldsOf, ownValues } from './own-contents.ts';
import type { Publication, PublicationCard, PublishedCover } from './publication.ts';
import { readingMinutes } from './reading-time.ts';

/**
 * The publication of one language of an item in its current state. @throws RangeError if the item does not have the language.
 */
export function createPublication(
  item: Item,
  language: Locale,
  options: {
    /** The item's type; without it, all of its fields become public. */
    type: ContentType | undefined;
    /** Its picture; missing if there is none. */
    cover: Pick<PictureFile, 'width' | 'height'> | undefined;
    firstPublishedAt: number;
    publishedAt: number;
    revision: number;
    /** The last publication, whose anchors lead on. */
    before?: Publication | undefined;
  },
): Publication {
  const content = item.languages[language];
  if (!content) throw new RangeError(`${item.id} has no text in "${language}"`);
  const cover = publishedCover(item, language, options.cover);
  const body = publicBody(item, language, content);
  const fields = fieldsIn(item, content, options.type);
  const author = ownByline(content) ?? item.author;
  const former = formerAnchors(options.before, { body, fields });
  return {
    itemId: item.id,
    type: item.type,
    language,
    ...contentOf(content),
    body,
    fields,
    tags: item.tags,
    ...(cover && { cover }),
    media: mediaIn({ cover, fields, languages: { [language]: { body, fields: {} } } }),
    ...(former.length > 0 && { formerAnchors: former }),
    ...(author !== undefined && { author }),
    sourceLanguage: item.sourceLanguage,
    firstPublishedAt: options.firstPublishedAt,
    publishedAt: options.publishedAt,
    revision: options.revision,
  };
}

/**
 * The card of a publication in `language`: its own language, or one that the item does not have.
 * @param entryId of the item
 * @param type of the item, if its listing may have rules of its own
 */
export function createPublicationCard(
  publication: Publication,
  language: Locale,
  entryId?: string,
  type?: ContentType,
): PublicationCard {
  return {
    language,
    contentLanguage: publication.language,
    itemId: publication.itemId,
    ...(entryId !== undefined && { entryId }),
    type: publication.type,
    slug: publication.slug,
    title: publication.title,
    summary: publication.summary,
    fields: publication.fields,
    tags: publication.tags,
    ...(type?.listing && listingKeys(type, type.listing, publication)),
    ...(publication.cover && { cover: publication.cover }),
    readingMinutes: readingMinutes(plainText(publication.body), publication.language),
    firstPublishedAt: publication.firstPublishedAt,
    publishedAt: publication.publishedAt,
  };
}

function fieldsIn(item: Item, content: ItemLanguage, type: ContentType | undefined): FieldValues {
  if (!type) return { ...item.fields, ...content.fields };
  const own = (localized: boolean, values: FieldValues) => ownValues(fieldsOf(type, item.id, localized), values);
  return mergeValues(own(false, item.fields), own(true, content.fields), type.fields);
}

function contentOf({ title, slug, summary, seo }: ItemLanguage) {
  return { title, slug, summary, seo };
}

function publishedCover(
  item: Item,
  language: Locale,
  file: Pick<PictureFile, 'width' | 'height'> | undefined,
): PublishedCover | undefined {
  if (!item.cover || !file) return undefined;
  return {
    media: item.cover.media,
    width: file.width,
    height: file.height,
    alt: item.languages[language]?.coverAlt ?? '',
  };
}

/** The byline that a language has of its own; `undefined` if it shows the shared one. */
export function ownByline({ author }: { author?: string }): string | undefined {
  return author?.trim() ? author : undefined;
}

/** The shared byline at the time of a publication, and the one that its language had of its own. */
export function bylinesOf(revision: { author?: string; sharedAuthor?: string }): { shared?: string; own?: string } {
  const { author, sharedAuthor } = revision;
  if (sharedAuthor === undefined) return author === undefined ? {} : { shared: author };
  return { shared: sharedAuthor, ...(author !== undefined && { own: author }) };
}

/** Maximum characters of a text that is sorted by: of what is equal so far, the order is that of the ids. */
const SORTED_CHARACTERS = 60;

/** The sort key and the facets of a publication's card. Items without a value come last. */
function listingKeys(
  type: ContentType,
  { sortBy, order, filterBy = [] }: ListingRules,
  { fields, tags, firstPublishedAt }: Publication,
): Required<Pick<PublicationCard, 'sortKey' | 'facets'>> {
  const facets = [
    ...tags.map((value) => ({ name: 'tag', value })),
    ...filterBy.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null || value === '' ? [] : { name, value: String(value) };
    }),
  ];
  const isNumber = type.fields.some(({ key, kind }) => key === sortBy && kind === 'number');
  const last = order === undefined || order === 'ascending' ? '\uffff' : isNumber ? -Number.MAX_VALUE : '';
  return {
    sortKey: sortBy === undefined ? -firstPublishedAt : (sortKeyOf(fields[sortBy]) ?? last),
    facets: [...new Set(facets.map(facetOf))],
  };
}

/** Texts are sorted by their letters without case and accents. */
function sortKeyOf(value: JsonValue | undefined): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, SORTED_CHARACTERS);
}

/** Nodes whose children without words may be left out. */
const CONTAINERS = new Set(['bulletList', 'orderedList', 'listItem', 'blockquote', 'callout']);

/**
 * The body of a language as the public reads it: in a translation, blocks that are linked to the source and empty, or their
 * blank entries, wait for words and are left out.
 */
export function publicBody(
  { sourceLanguage }: Pick<Item, 'sourceLanguage'>,
  language: string,
  { body, links = {} }: Pick<ItemLanguage, 'body' | 'links'>,
): RichText {
  if (language === sourceLanguage) return body;
  const isLinked = (block: RichTextNode) => links[`block:${blockId(block)}`] !== undefined;
  return { ...body, content: body.content.flatMap((block) => (isLinked(block) ? written(block) : [block])) };
}

/** The node without its blank parts; nothing if it is blank itself. */
function written(node: RichTextNode): RichTextNode[] {
  if (node.type === 'horizontalRule') return [node];
  if (nodeText(node) === '' && shownIn(node).length === 0 && siteBlocksIn(node).length === 0) return [];
  if (!CONTAINERS.has(node.type)) return [node];
  return [{ ...node, content: (node.content ?? []).flatMap(written) }];
}
