import type { ContentType } from '../content-types/content-type.ts';
import { withoutLostWords } from '../content-types/entry-words.ts';
import { ITEM_TOO_LONG, MAX_ITEM_BYTES } from '../content-types/limits.ts';
import type { Locale } from '../locales/locale.ts';
import { type Problem, schemaProblems } from '../problems/problem.ts';
import { isLongerThan } from '../rich-text/rich-text-schema.ts';
import { FIXED_PAGES, isOwnPage, isReservedSegment } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { isSiteTypeKey } from '../site/site-types.ts';
import { siteBlockProblems } from '../site-blocks/site-block-problems.ts';
import { richTextsOf } from './content-links.ts';
import { fieldsSchema } from './field-schema.ts';
import type { FieldValues, Item } from './item.ts';
import { finishedItemSchema } from './item-schema.ts';
import { fieldsOf, ownValues } from './own-contents.ts';

/**
 * Everything that prevents an item from being published: its shape, fields, languages and addresses. An unfinished item can be
 * stored all the same.
 * @param languages to publish; the others may be unfinished. Default: all.
 * @param options with `strict`, fields that the type does not have are a problem too: the item comes from outside, so they are
 * not leftovers of an older configuration.
 */
export function itemProblems(
  config: SiteConfig,
  whole: Item,
  languages = Object.keys(whole.languages),
  { strict = false }: { strict?: boolean } = {},
): Problem[] {
  const item = withLanguages(whole, languages);
  const parsed = finishedItemSchema.safeParse(item);
  const problems = parsed.success ? [] : schemaProblems(parsed.error);
  if (isLongerThan(whole, MAX_ITEM_BYTES)) problems.push({ path: [], message: ITEM_TOO_LONG });
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!type) return [...problems, { path: ['type'], message: `the site has no content type "${item.type}"` }];
  return [
    ...problems,
    ...unknownLanguages(config, languages),
    ...sourceProblems(whole),
    ...fieldProblems(type, item, strict),
    ...(strict ? blockProblems(config, type, item) : []),
    ...pageProblems(config, item),
    ...(hasIdOfType(item, type)
      ? []
      : [{ path: ['id'], message: 'types about the site have one item each, with the key of its type as its id' }]),
  ];
}

function withLanguages(item: Item, languages: Locale[]): Item {
  const given = Object.entries(item.languages).filter(([language]) => languages.includes(language));
  return { ...item, languages: Object.fromEntries(given) };
}

/** A problem for each language that the site does not have. */
export function unknownLanguages(config: SiteConfig, languages: readonly Locale[]): Problem[] {
  return languages
    .filter((language) => !config.locales.some(({ code }) => code === language))
    .map((language) => ({ path: ['languages', language], message: `the site has no language "${language}"` }));
}

function sourceProblems({ languages, sourceLanguage }: Item): Problem[] {
  if (languages[sourceLanguage]) return [];
  return [{ path: ['sourceLanguage'], message: `the item has no text in its source language "${sourceLanguage}"` }];
}

/** What is wrong with blocks of the site. Publishing checks them by itself: those of an older configuration may stay. */
function blockProblems({ blocks = [] }: SiteConfig, type: ContentType, { languages }: Item): Problem[] {
  return Object.entries(languages).flatMap(([language, content]) =>
    richTextsOf(type, content).flatMap(({ field, text }) => {
      const path = ['languages', language, ...(field === 'body' ? ['body'] : ['fields', field.replace(/^field:/, '')])];
      return siteBlockProblems(blocks, text).map((problem) => ({
        path: [...path, ...problem.path],
        message: problem.message,
      }));
    }),
  );
}

function fieldProblems(type: ContentType, item: Item, strict: boolean): Problem[] {
  const check = (values: FieldValues, localized: boolean, path: string[]): Problem[] => {
    const shown = localized ? withoutLostWords(values, item.fields, type.fields) : values;
    const judged = strict ? values : ownValues(fieldsOf(type, item.id, localized), shown);
    const parsed = fieldsSchema(type, { item: item.id, localized }).safeParse(judged);
    if (parsed.success) return [];
    return schemaProblems(parsed.error, path).map((problem) => {
      const misplaced =
        problem.path.length === path.length + 1 &&
        problem.message === 'there is no such member' &&
        type.fields.some(({ key, localized: other }) => key === problem.path.at(-1) && other !== localized);
      if (!misplaced) return problem;
      const place = localized ? 'fields of the item' : 'fields of each language';
      return { path: problem.path, message: `belongs to the ${place}` };
    });
  };
  return [
    ...check(item.fields, false, ['fields']),
    ...Object.entries(item.languages).flatMap(([language, { fields }]) =>
      check(fields, true, ['languages', language, 'fields']),
    ),
  ];
}

function pageProblems(config: SiteConfig, item: Item): Problem[] {
  return Object.entries(item.languages).flatMap(([language, { slug }]): Problem[] => {
    const problem = pageProblem(config, item, language);
    const message =
      problem === 'fixed'
        ? `the page "${item.id}" keeps "${item.id}" as its slug`
        : `the path "/${slug}" is taken by the site itself`;
    return problem ? [{ path: ['languages', language, 'slug'], message }] : [];
  });
}

/**
 * Why an item cannot have its slug, regardless of other items. Pages are directly below the root, next to listings and the
 * product's own paths. `fixed`: a page that every site has keeps its id as its slug.
 */
export function pageProblem(
  config: SiteConfig,
  item: Pick<Item, 'id' | 'type'> & { languages: { [language: Locale]: { slug: string } } },
  language: Locale,
): 'fixed' | 'reserved' | undefined {
  if (config.contentTypes.find(({ key }) => key === item.type)?.appearsAs !== 'page') return undefined;
  const slug = item.languages[language]?.slug ?? '';
  if (isFixedPage(item)) return slug === item.id ? undefined : 'fixed';
  const isListing = config.contentTypes.some(
    (type) => type.appearsAs === 'collection' && (type.key === slug || type.segments[language] === slug),
  );
  const codes = config.locales.map(({ code }) => code);
  return isListing || slug === 'home' || isReservedSegment(slug, codes) || isOwnPage(config, slug)
    ? 'reserved'
    : undefined;
}

/** Whether an item is one that every site has: a page, or the item of a site type. */
export function isFixedItem(item: Pick<Item, 'id'>): boolean {
  return isFixedPage(item) || isSiteTypeKey(item.id);
}

/** The one item of a site type has the key of its type as its id, and no other item has. */
export function hasIdOfType({ id }: Pick<Item, 'id'>, { key, appearsAs }: ContentType): boolean {
  return appearsAs === 'site' ? id === key : !isSiteTypeKey(id);
}

/** Whether an item is one of the pages that every site has. */
export function isFixedPage({ id }: Pick<Item, 'id'>): boolean {
  return (FIXED_PAGES as readonly string[]).includes(id);
}
