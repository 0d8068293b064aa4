import type { Item } from '../content/item.ts';
import { DRAFT_OWN_AUTHOR } from '../drafts/draft-shape.ts';
import { sentenceOfExcess } from '../rich-text/rich-text-schema.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { COVER_ALT } from '../translation/units.ts';
import type { Check, CheckCode } from './publish-checks.ts';

const CHECK_SENTENCES: { [code in CheckCode]: string } = {
  'language-missing': 'the item has no text in this language',
  'title-missing': 'the title is missing',
  'title-too-long': 'the title is too long',
  'slug-missing': 'the slug is missing',
  'slug-invalid': 'the slug is not lowercase letters a–z and digits, joined by single hyphens',
  'slug-fixed': 'this page keeps its id as its slug',
  'slug-reserved': 'the site itself answers at this address',
  'slug-taken': 'another item stands at this address',
  'summary-too-long': 'the summary is too long',
  'seo-too-long': 'the text for search engines is too long',
  'field-required': 'the field is required',
  'field-invalid': 'the field has a value that its kind does not allow',
  'tags-invalid': 'a tag is malformed, or there are too many',
  'author-too-long': 'the byline is too long',
  'cover-missing': 'the site does not have the file of the cover, or it is no picture',
  'cover-alt-too-long': 'the alternative text of the cover is too long',
  'body-too-long': 'the text is too long',
  'body-too-complex': 'the text has too many blocks, cells, formats and addresses',
  'body-invalid': 'the block has something that a text may not hold',
  'heading-skips': 'the heading skips a level',
  'image-without-alt': 'the picture has no alternative text',
  'image-missing': 'the site does not have the file of the picture, or it is no picture',
  'file-missing': 'the site does not have the file',
  'block-incomplete': 'the block lacks something that it needs, or has something that it may not have',
  'link-invalid': 'the link leads to no address',
  'link-broken': 'the link leads to an item that is not there, or lies in the trash',
  'item-invalid': 'the item cannot be public',
  'item-too-long':
    'all of the texts of the item together are too long, so that the latest of this one are only in the draft',
  unshowable: 'the site cannot show this',
  'topic-gone': 'the item has a tag whose topic is in the trash',
  'slug-former': "this address was another item's, whose old links would then lead here",
  'link-unpublished': 'the link leads to an item that is not public in any language',
  'link-gone': 'the link of a field leads to something that is not there: pages leave it out',
  'link-other-language': 'the link leads to an item that is public in another language alone',
  'link-unencrypted': 'the link leads to a website without encryption (http:)',
  'heading-missing': 'the link leads to a place of a page that no heading there is called by',
  'address-missing': 'nothing stands at this address of the site',
  'address-other-language': "the link leads to another language's address",
  'translation-missing': 'the translation lacks this of the source',
  'translation-stale': 'the source changed since this was translated',
  'translation-moved': 'this stands in another place than in the source',
  'summary-missing': 'the summary is missing',
  'seo-description-missing': 'the description for search engines is missing',
  'cover-without-alt': 'the cover has no alternative text',
  'block-misplaced': 'a section stands only in the text of a page, in no other block; readers do not see it',
  'block-unknown': 'the site no longer has this kind of block; readers do not see it',
};

/** What a check says to programs and on the command line, with the name of the item that has an address and where to find it. */
export function sentenceOfCheck(check: Check, { type }: Pick<Item, 'type'>): string {
  const { code, target = '', targetTitle = '', bytes, limit = 0 } = check;
  const sentence = CHECK_SENTENCES[code];
  if (bytes !== undefined)
    return sentenceOfExcess({ kind: code === 'body-too-long' ? 'text' : 'structure', bytes, limit });
  return code === 'slug-taken' ? `${sentence}: "${targetTitle}" (/admin/items/${type}/${target})` : sentence;
}

/** The location in the item, as programs and files have it. */
export function placeOfCheck(config: SiteConfig, { type }: Item, { field, language }: Check): string[] {
  if (field === undefined) return ['languages', language];
  if (field === 'author' || field === 'tags' || field === 'cover') return [field];
  if (field === DRAFT_OWN_AUTHOR) return ['languages', language, 'author'];
  if (field === COVER_ALT) return ['languages', language, 'coverAlt'];
  if (!field.startsWith('field:')) return ['languages', language, ...field.split('.')];
  const key = field.slice('field:'.length);
  const definition = config.contentTypes.find((known) => known.key === type)?.fields.find((one) => one.key === key);
  return definition?.localized === false ? ['fields', key] : ['languages', language, 'fields', key];
}
