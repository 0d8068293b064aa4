import type { Publication, PublicationCard } from '../content/publication.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { plainText } from '../rich-text/plain-text.ts';
import { isRichText } from '../rich-text/rich-text-value.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SearchEntry } from './search-index.ts';

/** The id of a card's search entry: that of its document. */
function searchEntryId({ language, itemId }: Pick<PublicationCard, 'language' | 'itemId'>): string {
  return `${language}:${itemId}`;
}

/**
 * The searchable text of an item in the lists of a language: its text, field texts, and the labels of its choices and tags.
 * Without its publication, only the card.
 */
export function createSearchEntry(config: SiteConfig, card: PublicationCard, publication?: Publication): SearchEntry {
  const { contentLanguage, fields, tags } = card;
  const type = config.contentTypes.find(({ key }) => key === card.type);
  const texts = [
    publication ? plainText(publication.body) : '',
    ...(type?.fields ?? []).flatMap((field) => fieldTexts(field, fields[field.key], contentLanguage)),
    ...tags.map((tag) => config.tags[tag]?.[contentLanguage] ?? tag),
  ];
  return {
    id: searchEntryId(card),
    locale: card.language,
    contentLanguage,
    title: card.title,
    summary: card.summary,
    text: texts.filter((text) => text !== '').join('\n'),
  };
}

/** The searchable texts of a field. */
export function fieldTexts(field: FieldDefinition, value: JsonValue | undefined, language: string): string[] {
  if (field.kind === 'list') {
    if (!Array.isArray(value) || field.of !== 'text') return [];
    return value.filter((entry) => typeof entry === 'string');
  }
  if (field.kind === 'rich-text') {
    return isRichText(value) ? [plainText(value)] : [];
  }
  if (typeof value !== 'string') return [];
  if (field.kind === 'text') return [value];
  if (field.kind === 'choice') {
    const chosen = field.choices.find((choice) => choice.value === value);
    return chosen?.labels[language] === undefined ? [] : [chosen.labels[language]];
  }
  return [];
}
