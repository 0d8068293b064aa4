import type { FieldValues } from '#core/content/item.ts';
import type { Publication } from '#core/content/publication.ts';
import { type ContentType, displayOf, type FieldDefinition } from '#core/content-types/content-type.ts';
import { spanMembers } from '#core/content-types/time-spans.ts';
import { fieldProperties, type JsonLdValue, type NamedNodes } from '#core/discovery/json-ld.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { type LocaleDefinition, localeDefinition } from '#core/locales/locale.ts';
import { readNamedType } from '#core/public-content/published-site.ts';
import { readLinks, type ShownLink } from '#core/public-content/read-links.ts';
import { isRichText } from '#core/rich-text/rich-text.ts';
import type { PageServices } from '../../context/context.ts';
import { formatDay, formatMoment } from '../../i18n/format-date.ts';
import { formatDays, formatHours, formatTime, type HoursRow, weekdayName } from '../../i18n/format-hours.ts';
import { type CardData, cardsData } from '../cards/card-data.ts';
import type { PageRequest } from '../page-request.ts';
import { type Captioned, type FilePicture, type PictureData, readPictures } from '../pictures/picture-data.ts';
import { prepareText } from '../rich-text/prepare-text.ts';
import type { PreparedText } from '../rich-text/rich-text-view.tsx';

/** What fields name. */
interface FieldReferences {
  /** `undefined` for an item that is not public in the language. */
  card(itemId: string): CardData | undefined;
  /** The type of an item that is public. */
  typeOf(itemId: string): string | undefined;
  picture(id: string): FilePicture | undefined;
  /** Where a link leads, by its value; `undefined` if to nothing that is public in the language. */
  link(value: JsonValue): ShownLink | undefined;
}

/** A field beside others: a label, and a value, which may be a link, or a list of steps. */
export type Fact = { label: string } & ({ value: string; href?: string } | { steps: string[] });

/** A picture of a field, with what is written below it. */
export interface GalleryPicture extends Captioned {
  picture: PictureData;
  alt: string;
}

/** What a field shows in a part of its own, or as a member of a record. */
export type FieldContent =
  | { shape: 'text'; text: string; href?: string }
  | { shape: 'steps'; steps: string[] }
  | { shape: 'rich-text'; text: PreparedText }
  | { shape: 'gallery'; pictures: GalleryPicture[] }
  | { shape: 'cards'; cards: CardData[] }
  | { shape: 'hours'; rows: HoursRow[] }
  | { shape: 'records'; records: { label: string; content: FieldContent }[][] };

/** A field with its own heading. */
export interface FieldSection {
  anchor: string;
  label: string;
  content: FieldContent;
}

/** The fields of an item as readers see them, in the order of the type. */
export interface ShownFields {
  facts: Fact[];
  sections: FieldSection[];
}

/**
 * Reads what the fields of a publication show, and their properties in structured data. Items and pictures that they name and that are not public are left out; the page
 * depends on them, and is rendered again once they are.
 * @param omitted keys of fields that the page shows itself
 */
export async function readFields(
  request: PageRequest,
  type: ContentType,
  publication: Publication,
  omitted: readonly string[] = [],
): Promise<{ fields: ShownFields; properties: { [property: string]: JsonLdValue } }> {
  const { services, locale, t } = request;
  const { config, content } = services;
  const foreign = publication.language !== locale;
  const { fields: definitions } = foreign ? await readNamedType(config, content, type, publication.language) : type;
  const isShown = (field: FieldDefinition) => displayOf(type, field) !== 'hidden' && !omitted.includes(field.key);
  const present = definitions.filter(({ key }) => hasValue(publication.fields[key]));
  const read = present.filter((field) => isShown(field) || field.schemaProperty !== undefined);
  const references = await readReferences(request, read, publication.fields);
  const reader: Reader = {
    definition: localeDefinition(services.config, publication.language),
    words: { yes: t('item.yes'), no: t('item.no') },
    references,
    prepare: async (value, prefix) =>
      isRichText(value)
        ? (await prepareText(services, locale, value, prefix, publication.formerAnchors)).text
        : undefined,
  };
  const fields: ShownFields = { facts: [], sections: [] };
  for (const field of present.filter(isShown)) {
    const display = displayOf(type, field);
    const value = publication.fields[field.key] as JsonValue;
    const label = labelOf(reader, field);
    if (display === 'gallery' || display === 'cards') {
      const content = display === 'cards' ? cardsOf(reader, field, value) : galleryOf(reader, field, value);
      if (content) fields.sections.push({ anchor: `field-${field.key}`, label, content });
      continue;
    }
    const content = await contentOf(reader, field, value);
    if (!content) continue;
    if (display === 'facts' && content.shape === 'text') {
      fields.facts.push({ label, value: content.text, ...(content.href !== undefined && { href: content.href }) });
    } else if (display === 'facts' && content.shape === 'steps') {
      fields.facts.push({ label, steps: content.steps });
    } else {
      fields.sections.push({ anchor: `field-${field.key}`, label, content });
    }
  }
  const named = namedNodes(services, references);
  return { fields, properties: fieldProperties(present, publication.fields, publication.language, named) };
}

function namedNodes({ config, origin }: PageServices, references: FieldReferences): NamedNodes {
  return {
    item(id) {
      const card = references.card(id);
      const type = config.contentTypes.find(({ key }) => key === references.typeOf(id));
      return card && { '@type': type?.schemaType ?? 'Thing', name: card.title, url: origin + card.href };
    },
    picture(id) {
      const shown = references.picture(id);
      return shown && origin + shown.picture.image.src;
    },
  };
}

interface Reader {
  definition: LocaleDefinition;
  words: FactWords;
  references: FieldReferences;
  /** @param prefix of the anchors of its headings */
  prepare(value: JsonValue, prefix: string): Promise<PreparedText | undefined>;
}

function labelOf({ definition }: Reader, field: FieldDefinition): string {
  return field.labels[definition.code] ?? field.key;
}

async function contentOf(reader: Reader, field: FieldDefinition, value: JsonValue): Promise<FieldContent | undefined> {
  switch (field.kind) {
    case 'rich-text': {
      const text = await reader.prepare(value, field.key);
      return text && { shape: 'rich-text', text };
    }
    case 'media':
      return galleryOf(reader, field, value);
    case 'relation': {
      const card = reader.references.card(String(value));
      return card && { shape: 'text', text: card.title, href: card.href };
    }
    case 'link': {
      const link = reader.references.link(value);
      return link && { shape: 'text', text: link.label, href: link.href };
    }
    case 'list':
      if (!Array.isArray(value)) return undefined;
      if (field.of === 'text') return { shape: 'steps', steps: value.map(String) };
      if (Array.isArray(field.of)) {
        return hoursOf(reader, field.of, value) ?? recordsOf(reader, field.of, value);
      }
  }
  const text = formatValue(field, value, reader.definition, reader.words);
  return text === undefined ? undefined : { shape: 'text', text };
}

/** Records that say nothing but days and spans of time, as opening hours. */
function hoursOf({ definition }: Reader, of: FieldDefinition[], entries: JsonValue[]): FieldContent | undefined {
  const members = spanMembers(of);
  if (!members || of.length !== Object.keys(members).length) return undefined;
  const hours = entries.filter(isRecord).flatMap((entry) => {
    const { [members.days]: days, [members.from]: opens, [members.to]: closes } = entry;
    if (!Array.isArray(days) || typeof opens !== 'string' || typeof closes !== 'string') return [];
    return [{ days: days.map(Number), opens, closes }];
  });
  return hours.length > 0 ? { shape: 'hours', rows: formatHours(hours, definition.language) } : undefined;
}

async function recordsOf(
  reader: Reader,
  members: FieldDefinition[],
  entries: JsonValue[],
): Promise<FieldContent | undefined> {
  const records: { label: string; content: FieldContent }[][] = [];
  for (const values of entries.filter(isRecord)) {
    const record: { label: string; content: FieldContent }[] = [];
    for (const member of members.filter(({ show }) => show !== 'hidden')) {
      const value = values[member.key];
      const content = hasValue(value) ? await contentOf(reader, member, value) : undefined;
      if (content) record.push({ label: labelOf(reader, member), content });
    }
    if (record.length > 0) records.push(record);
  }
  return records.length > 0 ? { shape: 'records', records } : undefined;
}

/** The picture of a field, or those of its records with their first text as the caption; the rest is what their files say. */
function galleryOf(reader: Reader, field: FieldDefinition, value: JsonValue): FieldContent | undefined {
  const label = labelOf(reader, field);
  const pictures = entriesOf(field, value, 'media').flatMap(({ id, values }): GalleryPicture[] => {
    const shown = reader.references.picture(id);
    if (!shown) return [];
    const texts =
      field.kind === 'list' && Array.isArray(field.of) ? field.of.filter(({ kind }) => kind === 'text') : [];
    const caption = texts.map(({ key }) => values[key]).find((text) => typeof text === 'string' && text !== '');
    return [typeof caption === 'string' ? { alt: '', ...shown, caption } : { alt: label, ...shown }];
  });
  return pictures.length > 0 ? { shape: 'gallery', pictures } : undefined;
}

function cardsOf(reader: Reader, field: FieldDefinition, value: JsonValue): FieldContent | undefined {
  const cards = entriesOf(field, value, 'relation').flatMap(({ id }) => reader.references.card(id) ?? []);
  return cards.length > 0 ? { shape: 'cards', cards } : undefined;
}

/** The ids of a kind in a field: its value, or that of the first such member of each record. */
function entriesOf(field: FieldDefinition, value: JsonValue, kind: 'media' | 'relation') {
  if (field.kind === kind) return [{ id: String(value), values: {} as FieldValues }];
  if (field.kind !== 'list' || !Array.isArray(field.of) || !Array.isArray(value)) return [];
  const key = field.of.find((member) => member.kind === kind)?.key ?? '';
  return value.filter(isRecord).flatMap((values) => {
    const id = values[key];
    return typeof id === 'string' ? [{ id, values }] : [];
  });
}

function isRecord(value: JsonValue): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the items, pictures and links that fields name, with one read each. */
async function readReferences(
  { services, locale, t }: PageRequest,
  fields: readonly FieldDefinition[],
  values: FieldValues,
): Promise<FieldReferences> {
  const named = fields.flatMap((field) => referencesIn(field, values[field.key]));
  const idsOf = (kind: NamedKind) => [
    ...new Set(named.flatMap((reference) => (reference.kind === kind ? reference.id : []))),
  ];
  const ids = idsOf('relation');
  const found = ids.length > 0 ? await services.content.cards(locale, ids) : [];
  const [data, pictures, links] = await Promise.all([
    cardsData(services, locale, found),
    readPictures(services, locale, idsOf('media')),
    readLinks(services.content, services.config, locale, {
      values: idsOf('link'),
      names: { search: t('search.title'), feed: t('footer.feed') },
    }),
  ]);
  const cards = new Map(found.map(({ itemId }, index) => [itemId, data[index]]));
  return {
    card: (id) => cards.get(id),
    typeOf: (id) => found.find(({ itemId }) => itemId === id)?.type,
    picture: (id) => pictures.get(id),
    link: (value) => links.get(value),
  };
}

/** The kinds of fields that name something, by an id or as a link. */
type NamedKind = 'media' | 'relation' | 'link';

/** The items, files and links in the value of a field. */
function referencesIn(field: FieldDefinition, value: JsonValue | undefined): { kind: NamedKind; id: string }[] {
  if (field.kind === 'media' || field.kind === 'relation' || field.kind === 'link') {
    return typeof value === 'string' ? [{ kind: field.kind, id: value }] : [];
  }
  if (field.kind !== 'list' || !Array.isArray(field.of) || !Array.isArray(value)) return [];
  const { of: members } = field;
  return value.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    return members.flatMap((member) => referencesIn(member, entry[member.key]));
  });
}

/** Module state, because a format depends on language and unit alone, and creating one takes longer than most components. */
const formats = new Map<string, Intl.NumberFormat>();

interface FactWords {
  yes: string;
  no: string;
}

/** Whether a field has a value to show. */
function hasValue(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** A value as a short text; `undefined` for kinds that have none. */
function formatValue(
  field: FieldDefinition,
  value: JsonValue,
  { code, language }: LocaleDefinition,
  words: FactWords,
): string | undefined {
  switch (field.kind) {
    case 'text':
      return String(value);
    case 'boolean':
      return value ? words.yes : words.no;
    case 'number':
      return formatNumber(language, Number(value), field.unit);
    case 'date':
      return formatDay(language, String(value));
    case 'moment':
      return formatMoment(language, String(value));
    case 'time':
      return formatTime(String(value), language);
    case 'weekday':
      return weekdayName(Number(value), language);
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[code];
    case 'list':
      if (!Array.isArray(value)) return undefined;
      if (field.of === 'weekday') return formatDays(value.map(Number), language);
      if (field.of !== 'number') return undefined;
      return new Intl.ListFormat(language, { type: 'conjunction' }).format(
        value.map((number) => formatNumber(language, Number(number))),
      );
    default:
      return undefined;
  }
}

/**
 * Formats a number: "45 minutos". Four digits stand together, so that a year is one.
 * @param language a BCP 47 tag @param unit of `Intl`, such as `minute`
 */
function formatNumber(language: string, value: number, unit?: string): string {
  const key = `${language} ${unit}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      useGrouping: 'min2',
      ...(unit && { style: 'unit', unit, unitDisplay: 'long' }),
    });
    formats.set(key, format);
  }
  return format.format(value);
}
