import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { kitDirection } from '../locales/kit-locales.ts';
import type { Localized } from '../locales/locale.ts';
import type { SiteBlockField } from '../site-blocks/site-block.ts';
import { displayProblems, listingProblems } from './display-problems.ts';
import { formProblems } from './form-problems.ts';
import { FIXED_PAGES, isReservedSegment } from './reserved-paths.ts';
import { routePatternProblem } from './route-rules.ts';
import type { SiteConfig } from './site-config.ts';
import { siteConfigSchema } from './site-config-schema.ts';

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
      return field.kind === 'list' && Array.isArray(field.of) ? fieldProblems(field.of, own, types) : [];
    }),
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && name !== '';
  } catch {
    return false;
  }
}
