import { formatTime, weekdayName } from '#app/i18n/format-hours.ts';
import { type ContentType, displayOf, type FieldDefinition } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { ContentItem } from './library-content.ts';

export interface ExpectedTexts {
  shown: string[];
  /** Values that only the team and programs see. */
  hidden: string[];
}

/** Every text of an item that its page has in a language. */
export function expectedTexts(
  config: SiteConfig,
  items: readonly ContentItem[],
  item: ContentItem,
  locale: Locale,
): ExpectedTexts {
  const text = item.languages[locale];
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!text || !type) throw new Error(`${item.id} has no page in "${locale}"`);
  const expected: ExpectedTexts = { shown: [text.title, ...markdownTexts(text.body.markdown)], hidden: [] };
  if (type.appearsAs !== 'faq') {
    expected.shown.push(...[text.summary, item.author, item.cover?.alt[locale]].filter((part) => part !== undefined));
  }
  if (type.appearsAs === 'collection') {
    expected.shown.push(...(item.tags ?? []).map((tag) => config.tags[tag]?.[locale] ?? tag));
  }
  const values = { ...item.fields, ...text.fields };
  for (const field of type.fields) {
    const value = values[field.key];
    if (value === undefined || isContactDetail(type, field)) continue;
    const texts = valueTexts({ config, items, locale }, field, value);
    if (type.appearsAs === 'faq') {
      // Questions stand below the label of their group.
      if (field.kind === 'choice') expected.shown.push(...texts);
      continue;
    }
    const isShown = displayOf(type, field) !== 'hidden';
    // An item that is not published in this language is left out.
    if (field.kind === 'relation' && texts.length === 0) continue;
    if (isShown) expected.shown.push(field.labels[locale] ?? field.labels[config.defaultLocale] ?? '');
    (isShown ? expected.shown : expected.hidden).push(...texts);
  }
  const { phone, email } = values;
  if (item.id === 'contact') expected.shown.push(...[phone, email, values.address].flatMap((part) => lines(part)));
  return expected;
}

/** Opening hours have a form of their own. */
function isContactDetail({ appearsAs }: ContentType, { items }: FieldDefinition): boolean {
  return appearsAs === 'page' && items?.includes('contact') === true;
}

interface Context {
  config: SiteConfig;
  items: readonly ContentItem[];
  locale: Locale;
}

function valueTexts(context: Context, field: FieldDefinition, value: JsonValue): string[] {
  const { config, items, locale } = context;
  const { language } = localeDefinition(config, locale);
  switch (field.kind) {
    case 'text':
      return lines(value);
    case 'rich-text':
      return markdownTexts((value as { markdown: string }).markdown);
    case 'number':
      return [new Intl.NumberFormat(language).format(Number(value))];
    case 'weekday':
      return [weekdayName(Number(value), language)];
    case 'time':
      return [formatTime(String(value), language)];
    case 'date':
      return [
        new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value))),
      ];
    case 'choice': {
      const labels = field.choices.find((choice) => choice.value === value)?.labels ?? {};
      return [labels[locale] ?? labels[config.defaultLocale] ?? ''];
    }
    case 'relation': {
      const title = items.find(({ id }) => id === value)?.languages[locale]?.title;
      return title === undefined ? [] : [title];
    }
    case 'list': {
      const { of } = field;
      if (!Array.isArray(value)) return [];
      if (of === 'number') return value.map((number) => new Intl.NumberFormat(language).format(Number(number)));
      if (of === 'text') return value.map(String);
      if (of === 'weekday') return value.map((day) => weekdayName(Number(day), language));
      return value.flatMap((record) => of.flatMap((member) => memberTexts(context, member, record)));
    }
    // Pictures and yes or no are looked for otherwise.
    default:
      return [];
  }
}

function memberTexts(context: Context, member: FieldDefinition, record: JsonValue): string[] {
  const value = (record as { [key: string]: JsonValue })[member.key];
  return value === undefined ? [] : valueTexts(context, member, value);
}

function lines(value: JsonValue | undefined): string[] {
  return value === undefined ? [] : String(value).split('\n');
}

/** The words of a Markdown text, in pieces that stand together on a page. */
function markdownTexts(markdown: string): string[] {
  return markdown
    .split(/\n|(?<=\|)/)
    .filter((line) => !/^(```|::|\s*> \[!|[\s|:-]*$)/.test(line))
    .flatMap((line) =>
      line
        .replace(/!?\[([^\]]*)\]\([^)"]*(?:"([^"]*)")?\)/g, '\n$1\n$2\n')
        .replace(/\*\*|`|\|/g, (mark) => (mark === '|' ? '\n' : ''))
        .replace(/^\s*(?:#+|>|-|\d+\.)\s+/, '')
        .split('\n'),
    )
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
