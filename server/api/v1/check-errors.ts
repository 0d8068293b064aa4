import type { Item } from '#core/content/item.ts';
import type { Partner } from '#core/items/find-partners.ts';
import type { Check, CheckCode } from '#core/publishing/publish-checks.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import { ApiProblem, type ProblemEntry, pointerOf } from './problem.ts';

const SENTENCES: { [code in CheckCode]: string } = {
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
  'cover-missing': 'the site does not have the file of the cover',
  'cover-alt-too-long': 'the alternative text of the cover is too long',
  'body-too-long': 'the text is too long',
  'body-invalid': 'the block has something that a text may not hold',
  'heading-skips': 'the heading skips a level',
  'image-without-alt': 'the picture has no alternative text',
  'image-missing': 'the site does not have the file of the picture',
  'block-incomplete': 'the block lacks something that it needs, or has something that it may not have',
  'link-invalid': 'the link leads to no address',
  'link-broken': 'the link leads to an item that is not there, or lies in the trash',
  'item-invalid': 'the item cannot be public',
  'slug-former': "this address was another item's, whose old links would then lead here",
  'link-unpublished': 'the link leads to an item that is not public in any language',
  'link-other-language': 'the link leads to an item that is public in another language alone',
  'link-unencrypted': 'the link leads to a website without encryption (http:)',
  'address-missing': 'nothing stands at this address of the site',
  'address-other-language': "the link leads to another language's address",
  'translation-missing': 'the translation lacks this of the source',
  'translation-stale': 'the source changed since this was translated',
  'translation-moved': 'this stands in another place than in the source',
  'summary-missing': 'the summary is missing',
  'seo-description-missing': 'the description for search engines is missing',
  'cover-without-alt': 'the cover has no alternative text',
  'block-unknown': 'the site no longer has this kind of block; readers do not see it',
};

/** How to publish an item that leaves an address in the same action. */
function leavingSentence({ item, languages }: Partner, asked: { path: string; named: readonly string[] }): string {
  const list = languages.join(', ');
  const advice =
    item.id === asked.path
      ? `add ${list} to languages`
      : asked.named.includes(item.id)
        ? `add ${list} to its languages in together`
        : `name it in together, with ${list},`;
  return `another item has this address, and its draft leaves it: ${advice} to publish both`;
}

/**
 * A problem document with the check results and their locations.
 * @param item that was checked
 * @param path the item in the path
 * @param partners items that could be published together with it to free their addresses
 * @param named the items in the request
 */
export function checksProblem(
  config: SiteConfig,
  item: Item,
  checks: Check[],
  {
    path = item.id,
    partners = [],
    named = [],
  }: { path?: string; partners?: readonly Partner[]; named?: readonly string[] } = {},
): ApiProblem {
  const detail = 'Nothing was published; see errors.';
  const errors = checks.map((check) => {
    const partner = check.code === 'slug-taken' && partners.find(({ item: { id } }) => id === check.target);
    return {
      ...entryOf(config, item, check),
      ...(item.id !== path && { item: item.id }),
      ...(partner && { detail: leavingSentence(partner, { path, named }), leaves: true }),
    };
  });
  return new ApiProblem('checks-failed', detail, { errors });
}

function entryOf(config: SiteConfig, item: Item, check: Check): ProblemEntry {
  return { pointer: pointerOf(placeOf(config, item, check)), detail: SENTENCES[check.code], ...check };
}

/** The location in the item's JSON representation. */
function placeOf(config: SiteConfig, { type }: Item, { field, language }: Check): string[] {
  if (field === undefined) return ['languages', language];
  if (field === 'author' || field === 'tags' || field === 'cover') return [field];
  if (field === COVER_ALT) return ['languages', language, 'coverAlt'];
  if (!field.startsWith('field:')) return ['languages', language, ...field.split('.')];
  const key = field.slice('field:'.length);
  const definition = config.contentTypes.find((known) => known.key === type)?.fields.find((one) => one.key === key);
  return definition?.localized === false ? ['fields', key] : ['languages', language, 'fields', key];
}
