import type { z } from 'zod';
import { type ContentType, displaysOf, type FieldDefinition, facetOf } from '../content-types/content-type.ts';
import { ENTRY_ID } from '../content-types/entry-words.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { Localized } from '../locales/locale.ts';
import { kitDirection } from '../locales/messages.ts';
import type { SiteBlockField } from '../site-blocks/site-block.ts';
import { FIXED_PAGES, isReservedSegment } from './reserved-paths.ts';
import { routePatternProblem } from './route-rules.ts';
import type { SiteConfig } from './site-config.ts';
import { siteConfigSchema } from './site-config-schema.ts';
import { isTimeZone } from './site-day.ts';

/** All problems of a site's configuration, one line each; empty if it is valid. */
export function validateSiteConfig(config: SiteConfig): string[] {
  const parsed = parse(config);
  if (!parsed.success) return formProblems(parsed.error.issues, config);
  return [
    ...languageProblems(config),
    ...missingTexts(config),
    ...contentTypeProblems(config),
    ...siteBlockProblems(config),
    ...pageProblems(config),
    ...navigationProblems(config),
    ...routeRuleProblems(config),
  ];
}

/** It is parsed at a start only, when compiling the schema takes longer than parsing without that. */
function parse(config: SiteConfig) {
  return siteConfigSchema.safeParse(config, { jitless: true });
}

/**
 * Maximum languages of a site. All languages of an item are published in one commit of at most 500 writes, which takes up to 7 for
 * each (`core/publishing/commit-publications.ts`); an import needs 44 more. Source: Meki's own.
 */
const MOST_LOCALES = 60;

function languageProblems({ locales, defaultLocale, timeZone }: SiteConfig): string[] {
  const codes = locales.map(({ code }) => code);
  const problems = duplicates(codes).map((code) => `locales: the language "${code}" stands twice`);
  if (codes.length > MOST_LOCALES) problems.push(`locales: a site has at most ${MOST_LOCALES} languages`);
  if (!codes.includes(defaultLocale)) problems.push(`defaultLocale: "${defaultLocale}" is not among the locales`);
  for (const { code, language } of locales) {
    if (!isLanguageTag(language)) {
      problems.push(`locales.${code}.language: "${language}" is not a BCP 47 language tag such as "es-MX"`);
    }
  }
  for (const { code, language, direction } of locales) {
    if (isLanguageTag(language) && direction !== kitDirection(language)) {
      const side = direction === 'ltr' ? 'right to left' : 'left to right';
      problems.push(`locales.${code}.direction: "${language}" is written from ${side}`);
    }
  }
  if (!isTimeZone(timeZone)) {
    problems.push(`timeZone: "${timeZone}" is not a time zone such as "America/Mexico_City"`);
  }
  return problems;
}

/**
 * The texts that a language of the site lacks, one line each; none for a configuration of a wrong form, which
 * `validateSiteConfig` describes.
 */
export function missingTexts(config: SiteConfig): string[] {
  if (!parse(config).success) return [];
  return localizedTexts(config).flatMap(([path, text]) => missingIn(config, path, text));
}

/** The languages of texts that the site does not have; none for a configuration of a wrong form. */
export function foreignLanguages(config: SiteConfig): string[] {
  if (!parse(config).success) return [];
  const own = config.locales.map(({ code }) => code);
  const used = new Set(localizedTexts(config).flatMap(([, text]) => Object.keys(text)));
  return [...used].filter((code) => !own.includes(code)).sort();
}

function missingIn({ locales }: SiteConfig, path: string, text: Localized): string[] {
  const lacking = locales.filter(({ code }) => !text[code]?.trim());
  return lacking.map(({ code }) => `${path}: the text in "${code}" is missing`);
}

/** Every text of the configuration with its path. */
function localizedTexts(config: SiteConfig): [string, Localized][] {
  return [
    ['name', config.name],
    ['description', config.description],
    ...Object.entries(config.tags).map(([tag, labels]): [string, Localized] => [`tags.${tag}`, labels]),
    ...Object.entries(config.pages ?? {}).map(([path, title]): [string, Localized] => [`pages.${path}`, title]),
    ...config.contentTypes.flatMap((type) => typeTexts(type)),
    ...(config.blocks ?? []).flatMap(({ key, labels, fields }): [string, Localized][] => [
      [`blocks.${key}.labels`, labels],
      ...fields.flatMap((field) => fieldTexts(field, `blocks.${key}.fields`)),
    ]),
  ];
}

function typeTexts(type: ContentType): [string, Localized][] {
  const path = `contentTypes.${type.key}`;
  return [
    [`${path}.labels.singular`, type.labels.singular],
    [`${path}.labels.plural`, type.labels.plural],
    ...(type.labels.counted ? [[`${path}.labels.counted`, type.labels.counted] as [string, Localized]] : []),
    [`${path}.segments`, type.segments],
    ...(type.descriptions ? [[`${path}.descriptions`, type.descriptions] as [string, Localized]] : []),
    ...type.fields.flatMap((field) => fieldTexts(field, `${path}.fields`)),
  ];
}

function fieldTexts(field: FieldDefinition | SiteBlockField, parent: string): [string, Localized][] {
  const path = `${parent}.${field.key}`;
  const texts: [string, Localized][] = [[`${path}.labels`, field.labels]];
  if (field.kind === 'choice') {
    for (const choice of field.choices) texts.push([`${path}.choices.${choice.value}`, choice.labels]);
  }
  if (field.kind === 'list' && Array.isArray(field.of)) {
    for (const member of field.of) texts.push(...fieldTexts(member, path));
  }
  return texts;
}

function contentTypeProblems(config: SiteConfig): string[] {
  const types = config.contentTypes;
  const keys = types.map(({ key }) => key);
  return [
    ...duplicates(keys).map((key) => `contentTypes: the key "${key}" stands twice`),
    ...types.flatMap((type) => fieldProblems(type.fields, `contentTypes.${type.key}.fields`, keys)),
    ...types.flatMap(displayProblems),
    ...types.flatMap(listingProblems),
    ...types.filter(({ appearsAs }) => appearsAs === 'collection').flatMap((type) => addressProblems(type, config)),
  ];
}

/** The path of a page belongs to nothing else. */
function pageProblems({ pages = {}, contentTypes, locales }: SiteConfig): string[] {
  const codes = locales.map(({ code }) => code);
  const listings = contentTypes.filter(({ appearsAs }) => appearsAs === 'collection');
  return Object.keys(pages).flatMap((path) => {
    if (isReservedSegment(path, codes)) return [`pages.${path}: the path "/${path}" is taken by the product`];
    const type = listings.find(({ key, segments }) => key === path || Object.values(segments).includes(path));
    return type ? [`pages.${path}: "/${path}" is the address of the content type "${type.key}"`] : [];
  });
}

function siteBlockProblems({ blocks = [] }: SiteConfig): string[] {
  return [
    ...duplicates(blocks.map(({ key }) => key)).map((key) => `blocks: the key "${key}" stands twice`),
    ...blocks.flatMap(({ key }) => (key === 'file' ? ['blocks: "file" is the key of a block of the product'] : [])),
    ...blocks.flatMap(({ key, fields }) => fieldProblems(fields, `blocks.${key}.fields`, [])),
  ];
}

function fieldProblems(fields: (FieldDefinition | SiteBlockField)[], path: string, types: string[]): string[] {
  return [
    ...duplicates(fields.map(({ key }) => key)).map((key) => `${path}: the key "${key}" stands twice`),
    ...fields.flatMap((field) => {
      const own = `${path}.${field.key}`;
      if (field.kind === 'choice') {
        return duplicates(field.choices.map(({ value }) => value)).map((value) => `${own}: "${value}" stands twice`);
      }
      if (field.kind === 'rich-text' && !field.localized) {
        return [`${own}: a rich text is written in a language; it must be localized`];
      }
      if (field.kind === 'relation' && !types.includes(field.type)) {
        return [`${own}: there is no content type "${field.type}"`];
      }
      if (field.kind === 'number' && (field.minimum ?? -Infinity) > (field.maximum ?? Infinity)) {
        return [`${own}: the minimum is greater than the maximum`];
      }
      if ('after' in field && field.after !== undefined) {
        const start = fields.find(({ key }) => key === field.after);
        const isBeside =
          start?.kind === field.kind && start !== field && 'localized' in start && start.localized === field.localized;
        return isBeside ? [] : [`${own}.after: there is no ${field.kind} "${field.after}" beside it`];
      }
      if (field.kind !== 'list' || !Array.isArray(field.of)) return [];
      return [...(field.localized ? [] : wordProblems(field.of, own)), ...fieldProblems(field.of, own, types)];
    }),
  ];
}

/** Only texts of the entries of a shared list are written in each language, and each entry has an id then. */
function wordProblems(members: FieldDefinition[], path: string): string[] {
  const words = members.filter(({ localized }) => localized);
  return [
    ...words.flatMap(({ key, kind, required }) => [
      ...(kind === 'text' ? [] : [`${path}.${key}: of a shared list, only a text can be localized`]),
      ...(required ? [`${path}.${key}: a text of each language may be missing; it cannot be "required"`] : []),
    ]),
    ...(words.length > 0 && members.some(({ key }) => key === ENTRY_ID)
      ? [`${path}.${ENTRY_ID}: entries with localized texts have an "${ENTRY_ID}" of their own`]
      : []),
  ];
}

/** A type's segment, and its key, which is also an address, must be unique. */
function addressProblems(type: ContentType, config: SiteConfig): string[] {
  const codes = config.locales.map(({ code }) => code);
  const path = `contentTypes.${type.key}`;
  const problems: string[] = [];
  if (isReservedSegment(type.key, codes)) problems.push(`${path}.key: the path "/${type.key}" is taken by the product`);
  for (const code of codes) {
    const segment = type.segments[code];
    if (segment === undefined) continue;
    const malformed = slugProblem(segment);
    if (malformed) problems.push(`${path}.segments.${code}: ${malformed}`);
    if (isReservedSegment(segment, codes)) {
      problems.push(`${path}.segments.${code}: the path "/${segment}" is taken by the product`);
    }
    for (const other of config.contentTypes) {
      if (other.key === type.key || other.appearsAs !== 'collection') continue;
      if (other.key === segment) problems.push(`${path}.segments.${code}: "${segment}" is the key of another type`);
      if (other.segments[code] === segment && other.key > type.key) {
        problems.push(`${path}.segments.${code}: "${segment}" is also the segment of "${other.key}"`);
      }
    }
  }
  return problems;
}

/** Further names are ids of page items, which are content: their links appear once they are published. */
function navigationProblems(config: SiteConfig): string[] {
  const { contentTypes, navigation } = config;
  const listed = contentTypes.filter(({ appearsAs }) => appearsAs === 'collection').map(({ key }) => key);
  const others = contentTypes.filter(({ appearsAs }) => appearsAs !== 'collection').map(({ key }) => key);
  const hasPages = contentTypes.some(({ appearsAs }) => appearsAs === 'page');
  const isPossible = (name: string) =>
    listed.includes(name) ||
    Object.hasOwn(config.pages ?? {}, name) ||
    (FIXED_PAGES as readonly string[]).includes(name) ||
    (hasPages && !others.includes(name) && slugProblem(name) === undefined);
  return [
    ...navigation
      .filter((name) => !isPossible(name))
      .map((name) => `navigation: "${name}" is neither a content type with a listing nor a page`),
    ...duplicates(navigation).map((name) => `navigation: "${name}" stands twice`),
  ];
}

function routeRuleProblems(config: SiteConfig): string[] {
  return Object.entries(config.routeRules).flatMap(([pattern, rule]) => {
    const problems: string[] = [];
    const malformed = routePatternProblem(pattern);
    if (malformed) problems.push(`routeRules "${pattern}": ${malformed}`);
    const target = typeof rule.redirect === 'string' ? rule.redirect : rule.redirect?.to;
    if (target !== undefined && !/^\/(?!\/)/.test(target) && !/^https?:\/\/[^/]/.test(target)) {
      problems.push(`routeRules "${pattern}": "${target}" is neither a path of the site nor an http(s) address`);
    }
    if (target === pattern) problems.push(`routeRules "${pattern}": redirects to itself`);
    return problems;
  });
}

function duplicates(values: string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** What is wrong with how the fields of a type are shown, one line each. */
export function displayProblems(type: ContentType): string[] {
  const path = `contentTypes.${type.key}.fields`;
  const properties = type.fields.flatMap(({ schemaProperty }) => schemaProperty ?? []);
  return type.fields.flatMap((field) => {
    const own = `${path}.${field.key}`;
    const problems: string[] = [];
    if (field.show !== undefined) problems.push(...showProblems(type, field, `${own}.show`));
    if (field.schemaProperty !== undefined) {
      if (type.appearsAs !== 'collection') {
        problems.push(`${own}.schemaProperty: only items of collections have a node in structured data`);
      } else if (type.schemaType === undefined) {
        problems.push(`${own}.schemaProperty: the type has no "schemaType" that could have the property`);
      }
      if (properties.indexOf(field.schemaProperty) !== properties.lastIndexOf(field.schemaProperty)) {
        problems.push(`${own}.schemaProperty: "${field.schemaProperty}" stands twice`);
      }
    }
    if (field.kind === 'list' && Array.isArray(field.of)) problems.push(...memberProblems(field.of, own));
    return problems;
  });
}

function showProblems(type: ContentType, field: FieldDefinition, path: string): string[] {
  const { show = 'hidden' } = field;
  if (type.appearsAs === 'faq' && show !== 'hidden') return [`${path}: questions show only their answer`];
  const possible = displaysOf(field);
  if (possible.includes(show)) return [];
  return [`${path}: a field of this kind cannot be shown as "${show}", only as ${quoted(possible)}`];
}

function memberProblems(members: FieldDefinition[], path: string): string[] {
  return members.flatMap((member) => [
    ...(member.show === undefined || member.show === 'hidden'
      ? []
      : [`${path}.${member.key}.show: a member of a record can only be "hidden"`]),
    ...(member.schemaProperty === undefined
      ? []
      : [`${path}.${member.key}.schemaProperty: only fields can be properties, not members of records`]),
  ]);
}

function quoted(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`));
}

/** Kinds of fields that a listing can be sorted by, and filtered by. */
const SORTED_KINDS = ['text', 'number', 'date'];
const FILTERED_KINDS = ['choice', 'boolean', 'relation'];

/** Maximum characters of a filter as it is stored. */
const MAX_FACET = 300;

/** Names of parameters that listings have for themselves. */
const OWN_PARAMETERS = ['page', 'tag'];

/** What is wrong with how the listing of a type is sorted and filtered, one line each. */
export function listingProblems(type: ContentType): string[] {
  if (!type.listing) return [];
  const path = `contentTypes.${type.key}.listing`;
  if (type.appearsAs !== 'collection') return [`${path}: only types that appear as "collection" have a listing`];
  const { sortBy, order, filterBy = [] } = type.listing;
  const problems = filterBy.flatMap((key) => listingFieldProblems(type, key, FILTERED_KINDS, `${path}.filterBy`));
  problems.push(
    ...filterBy
      .filter((key) => OWN_PARAMETERS.includes(key))
      .map((key) => `${path}.filterBy: "${key}" is a parameter of every listing; give the field another key`),
    ...filterBy
      .filter((key, index) => filterBy.indexOf(key) !== index)
      .map((key) => `${path}.filterBy: "${key}" stands twice`),
  );
  for (const field of type.fields) {
    if (field.kind !== 'choice' || !filterBy.includes(field.key)) continue;
    const long = field.choices.filter(({ value }) => facetOf({ name: field.key, value }).length > MAX_FACET);
    problems.push(...long.map(({ value }) => `${path}.filterBy: "${value}" of "${field.key}" is too long`));
  }
  if (sortBy !== undefined) problems.push(...listingFieldProblems(type, sortBy, SORTED_KINDS, `${path}.sortBy`));
  if (order !== undefined && sortBy === undefined) problems.push(`${path}.order: it needs a "sortBy"`);
  const isDate = type.fields.some(({ key, kind }) => key === sortBy && kind === 'date');
  if (order === 'upcoming' && sortBy !== undefined && !isDate) {
    problems.push(`${path}.order: "upcoming" needs a date in "sortBy"`);
  }
  return problems;
}

function listingFieldProblems(type: ContentType, key: string, kinds: string[], path: string): string[] {
  const field = type.fields.find((one) => one.key === key);
  if (!field) return [`${path}: the type has no field "${key}"`];
  if (kinds.includes(field.kind)) return [];
  return [`${path}: "${key}" is of the kind "${field.kind}"; it must be ${quoted(kinds)}`];
}

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with the form of a configuration, one line each, with the path. Entries of lists are named by their key, such as
 * `contentTypes.events.fields.startsOn`, or by their index if they have none.
 */
function formProblems(issues: readonly Issue[], config: unknown): string[] {
  return issues
    .flatMap(detailed)
    .map(({ path, message }) => `${pathText(path, config) || 'the configuration'}: ${message}`);
}

/** A value may have one of several forms: the problems that it has as a record or list, or else all forms that are possible. */
function detailed(issue: Issue): Pick<Issue, 'path' | 'message'>[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const alternatives = issue.errors.map((issues) => issues.flatMap(detailed));
  const entered = alternatives.find((issues) => issues.some(({ path }) => path.length > 0));
  if (!entered)
    return [
      {
        path: issue.path,
        message: alternatives
          .flat()
          .map(({ message }) => message)
          .join(', or '),
      },
    ];
  return entered.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function pathText(path: PropertyKey[], config: unknown): string {
  let value = config;
  const names = path.map((step) => {
    const isEntry = Array.isArray(value);
    value = Reflect.get(Object(value), step);
    return (isEntry && keyOf(value)) || String(step);
  });
  return names.join('.');
}

function keyOf(entry: unknown): string | undefined {
  const key: unknown = Reflect.get(Object(entry), 'key');
  return typeof key === 'string' && /^[a-zA-Z0-9-]+$/.test(key) ? key : undefined;
}
