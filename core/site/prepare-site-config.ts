import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { LocaleSet, Localized } from '../locales/locale.ts';
import { textSources } from '../locales/messages.ts';
import { replaceInBlock, withSectionBlocks } from './section-blocks.ts';
import type { SiteConfig } from './site-config.ts';
import { SITE_TYPES } from './site-types.ts';
import { siteWordsType } from './site-words.ts';
import { hasRoomForTopics, TOPIC_TYPE } from './topic-type.ts';
import { foreignLanguages, missingTexts, validateSiteConfig } from './validate-site-config.ts';

export interface PreparedConfig {
  config: SiteConfig;
  /** Why the site cannot start, one line each; empty if it can. */
  problems: string[];
  /** Texts that a language lacks, one line each; those of another language stand in for them. */
  missing: string[];
  /** Languages of texts that the site does not have, one line each. */
  ignored: string[];
}

/**
 * Leaves out the texts of `site.config.ts` in languages that the site does not have, so that a language can be removed without its
 * texts, fills in those that a language lacks, so that one can be added before its texts, checks the result, and adds the types and
 * the sections of pages that every site has.
 */
export function prepareSiteConfig(given: SiteConfig): PreparedConfig {
  const foreign = foreignLanguages(given);
  const ignored = foreign.map((code) => `the site has no language "${code}", texts in it are ignored`);
  const own = foreign.length > 0 ? replaceTexts(given, (text) => ownText(given, text)) : given;
  const problems = validateSiteConfig(own);
  if (problems.length === 0) return { config: withOwnParts(own), problems, missing: [], ignored };
  // Anything may be wrong, up to the form of the configuration; then nothing is filled in.
  const missing = missingTexts(own);
  if (missing.length === 0) return { config: own, problems, missing, ignored };
  const config = replaceTexts(own, (text) => completeText(own, text));
  const left = validateSiteConfig(config);
  return { config: left.length === 0 ? withOwnParts(config) : config, problems: left, missing, ignored };
}

/** The configuration with the types and the sections of pages that the product declares, in the languages of the site. */
function withOwnParts(config: SiteConfig): SiteConfig {
  const inOwn = (text: Localized) => ownText(config, completeText(config, text));
  const topics = hasRoomForTopics(config) ? [replaceInType(TOPIC_TYPE, inOwn)] : [];
  const named = { ...config, contentTypes: [...config.contentTypes, ...topics] };
  const ofSite = [...SITE_TYPES, siteWordsType(named)].map((type) => replaceInType(type, inOwn));
  return withSectionBlocks({ ...config, contentTypes: [...named.contentTypes, ...ofSite] }, inOwn);
}

/** The configuration with every localized text replaced. */
function replaceTexts(config: SiteConfig, change: (text: Localized) => Localized): SiteConfig {
  return {
    ...config,
    name: change(config.name),
    description: change(config.description),
    tags: Object.fromEntries(Object.entries(config.tags).map(([tag, labels]) => [tag, change(labels)])),
    contentTypes: config.contentTypes.map((type) => replaceInType(type, change)),
    ...(config.pages && {
      pages: Object.fromEntries(Object.entries(config.pages).map(([path, title]) => [path, change(title)])),
    }),
    ...(config.blocks && {
      blocks: config.blocks.map((block) => replaceInBlock(block, change)),
    }),
  };
}

function replaceInType(type: ContentType, change: (text: Localized) => Localized): ContentType {
  const { labels, descriptions, segments, fields } = type;
  const { singular, plural, counted } = labels;
  return {
    ...type,
    labels: { singular: change(singular), plural: change(plural), ...(counted && { counted: change(counted) }) },
    segments: change(segments),
    ...(descriptions && { descriptions: change(descriptions) }),
    fields: fields.map((field) => replaceInField(field, change)),
  };
}

function replaceInField(field: FieldDefinition, change: (text: Localized) => Localized): FieldDefinition {
  const texts = { labels: change(field.labels), ...(field.hints && { hints: change(field.hints) }) };
  if (field.kind === 'choice') {
    const choices = field.choices.map((choice) => ({ ...choice, labels: change(choice.labels) }));
    return { ...field, ...texts, choices };
  }
  if (field.kind === 'list' && Array.isArray(field.of)) {
    return { ...field, ...texts, of: field.of.map((member) => replaceInField(member, change)) };
  }
  return { ...field, ...texts };
}

function ownText({ locales }: LocaleSet, text: Localized): Localized {
  return Object.fromEntries(Object.entries(text).filter(([language]) => locales.some(({ code }) => code === language)));
}

function completeText(set: LocaleSet, text: Localized): Localized {
  const known = Object.keys(text).filter((code) => text[code]?.trim());
  const filled = set.locales.flatMap(({ code }) => {
    const [source = ''] = textSources(set, code, known);
    return text[source] === undefined ? [] : [[code, text[source]]];
  });
  return { ...text, ...Object.fromEntries(filled) };
}
