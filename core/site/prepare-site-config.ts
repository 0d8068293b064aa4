import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { textSources } from '../locales/default-messages.ts';
import type { LocaleSet, Localized } from '../locales/locale.ts';
import type { SiteBlockField } from '../site-blocks/site-block.ts';
import type { SiteConfig } from './site-config.ts';
import { missingTexts, validateSiteConfig } from './validate-site-config.ts';

export interface PreparedConfig {
  config: SiteConfig;
  /** Why the site cannot start, one line each; empty if it can. */
  problems: string[];
  /** Texts that a language lacks, one line each; those of another language stand in for them. */
  missing: string[];
}

/**
 * Fills in the texts of `site.config.ts` that a language lacks, so that a language can be added before its texts, and checks the
 * result.
 */
export function prepareSiteConfig(given: SiteConfig): PreparedConfig {
  const problems = validateSiteConfig(given);
  if (problems.length === 0) return { config: given, problems, missing: [] };
  // Anything may be wrong, up to the form of the configuration; then nothing is filled in.
  const missing = missingTexts(given);
  if (missing.length === 0) return { config: given, problems, missing };
  const config = completeTexts(given);
  return { config, problems: validateSiteConfig(config), missing };
}

function completeTexts(config: SiteConfig): SiteConfig {
  const complete = (text: Localized) => completeText(config, text);
  return {
    ...config,
    name: complete(config.name),
    description: complete(config.description),
    tags: Object.fromEntries(Object.entries(config.tags).map(([tag, labels]) => [tag, complete(labels)])),
    contentTypes: config.contentTypes.map((type): ContentType => {
      const { labels, descriptions, segments, fields } = type;
      return {
        ...type,
        labels: { singular: complete(labels.singular), plural: complete(labels.plural) },
        segments: complete(segments),
        ...(descriptions && { descriptions: complete(descriptions) }),
        fields: fields.map((field) => completeField(field, complete)),
      };
    }),
    ...(config.pages && {
      pages: Object.fromEntries(Object.entries(config.pages).map(([path, title]) => [path, complete(title)])),
    }),
    ...(config.blocks && {
      blocks: config.blocks.map((block) => ({
        ...block,
        labels: complete(block.labels),
        fields: block.fields.map((field) => completeBlockField(field, complete)),
      })),
    }),
  };
}

function completeBlockField(field: SiteBlockField, complete: (text: Localized) => Localized): SiteBlockField {
  const labels = complete(field.labels);
  if (field.kind !== 'choice') return { ...field, labels };
  return { ...field, labels, choices: field.choices.map((choice) => ({ ...choice, labels: complete(choice.labels) })) };
}

function completeField(field: FieldDefinition, complete: (text: Localized) => Localized): FieldDefinition {
  const labels = complete(field.labels);
  if (field.kind === 'choice') {
    const choices = field.choices.map((choice) => ({ ...choice, labels: complete(choice.labels) }));
    return { ...field, labels, choices };
  }
  if (field.kind === 'list' && Array.isArray(field.of)) {
    return { ...field, labels, of: field.of.map((member) => completeField(member, complete)) };
  }
  return { ...field, labels };
}

function completeText(set: LocaleSet, text: Localized): Localized {
  const known = Object.keys(text).filter((code) => text[code]?.trim());
  const filled = set.locales.flatMap(({ code }) => {
    const [source = ''] = textSources(set, code, known);
    return text[source] === undefined ? [] : [[code, text[source]]];
  });
  return { ...text, ...Object.fromEntries(filled) };
}
