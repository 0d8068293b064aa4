import type { Item } from '../content/item.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { DocumentData, JsonValue } from '../documents/document-store.ts';
import type { FileCard } from '../files/file-card.ts';
import type { SiteFile } from '../files/site-file.ts';
import type { Locale } from '../locales/locale.ts';
import { isRichText, plainText } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SearchEntry } from './search-index.ts';

/** What readers find of an item in the lists of a language. Without its publication, only the card. */
export function publicEntry(config: SiteConfig, card: PublicationCard, publication?: Publication): SearchEntry {
  const { language, itemId, contentLanguage, fields, tags, title, summary } = card;
  const type = config.contentTypes.find(({ key }) => key === card.type);
  const texts = [
    publication ? plainText(publication.body) : '',
    ...labelsOf(config, type, contentLanguage, { fields, tags }),
  ];
  return {
    ...{ area: 'public', locale: language, id: itemId, contentLanguage, title, summary, isShown: true },
    text: joined(texts),
  };
}

/** What the team finds of an item, drafts included: an entry for each of its languages. */
export function itemEntries(config: SiteConfig, item: Item): SearchEntry[] {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!type) return [];
  return config.locales.flatMap(({ code }): SearchEntry[] => {
    const content = item.languages[code];
    if (!content) return [];
    const { title, summary, body, slug } = content;
    const fields = { ...item.fields, ...content.fields };
    const texts = [plainText(body), slug, ...labelsOf(config, type, code, { fields, tags: item.tags })];
    return [
      {
        ...{
          area: `items/${type.key}`,
          locale: code,
          id: item.id,
          contentLanguage: code,
          title,
          summary,
          isShown: false,
        },
        text: joined(texts),
      },
    ];
  });
}

/** The id of an entry of a file, beside those of items. */
const FILE = 'file:';

/** The file of an entry of the public search; `undefined` for an item. */
export function fileOfEntry(id: string): string | undefined {
  return id.startsWith(FILE) ? id.slice(FILE.length) : undefined;
}

/** What readers find of a file that pages hand out, in their languages: its title and its name. */
export function publicFileEntries({ locales }: Pick<SiteConfig, 'locales'>, card: FileCard): SearchEntry[] {
  const { id, place, name, languages, publicIn = [] } = card;
  const codes = locales.map(({ code }) => code).filter((code) => place === 'library' && publicIn.includes(code));
  return codes.map((code) => {
    const titled = [code, ...Object.keys(languages)].find((one) => languages[one]?.title !== undefined) ?? code;
    return {
      ...{ area: 'public', locale: code, id: `${FILE}${id}`, contentLanguage: titled, isShown: true },
      ...{ title: languages[titled]?.title ?? name, summary: '', text: joined(namesOf(name)) },
    };
  });
}

/** A name is found by its parts, too. */
function namesOf(name: string): string[] {
  return [name, name.replace(/[^\p{L}\p{N}]+/gu, ' ')];
}

/** What the team finds of a file in each language: its names, texts and tags. */
export function fileEntries({ locales }: Pick<SiteConfig, 'locales'>, file: SiteFile): SearchEntry[] {
  const { id, current, tags, languages } = file;
  return locales.map(({ code }) => {
    const { title = '', alt = '', caption = '', credit = '', own } = languages[code] ?? {};
    const names = [current.name, own?.name ?? ''].flatMap(namesOf);
    return {
      ...{ area: 'files', locale: code, id, contentLanguage: code, title, summary: alt, isShown: false },
      text: joined([caption, credit, ...names, ...tags, ...tags.map((tag) => tag.replaceAll('-', ' '))]),
    };
  });
}

function joined(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/** The texts of an item's fields, and the labels of its choices and tags. */
function labelsOf(
  config: SiteConfig,
  type: ContentType | undefined,
  language: Locale,
  { fields, tags }: { fields: DocumentData; tags: readonly string[] },
): string[] {
  return [
    ...(type?.fields ?? []).flatMap((field) => fieldTexts(field, fields[field.key], language)),
    ...tags.map((tag) => config.tags[tag]?.[language] ?? tag),
  ];
}

/** The searchable texts of a field. */
function fieldTexts(field: FieldDefinition, value: JsonValue | undefined, language: string): string[] {
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
