import type { Item, LanguageContent } from '../content/item.ts';
import type { UnitId } from '../content/translation-link.ts';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { hasWords, withoutLostWords, wordKey, wordMembers, wordsById } from '../content-types/entry-words.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { blockId } from '../rich-text/block-ids.ts';
import {
  isRichText,
  linkTargets,
  nodeText,
  type RichText,
  type RichTextNode,
  shownIn,
  siteBlocksIn,
  siteBlockWords,
} from '../rich-text/rich-text.ts';

/** A unit of translation: a part of a text that is translated as one. */
export interface Unit {
  id: UnitId;
  /** Plain text. */
  text: string;
  /**
   * Hash of what a translation must follow: the text, link addresses, pictures, files and values of blocks of the site. Formatting, such as bold or heading levels,
   * does not make a translation stale.
   */
  hash: string;
  /** Of a block: how many of its paragraphs, entries, cells, alternative texts and captions have words, and how many do not. */
  parts?: { written: number; blank: number };
}

/** Nodes that contain text rather than blocks. */
const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'codeBlock']);

const TEXTS = ['title', 'summary'] as const;
const SEO_TEXTS = ['title', 'description'] as const;

/** The unit of the cover's alternative text; items without a cover have none. */
export const COVER_ALT: UnitId = 'cover.alt';

/** A language's content without what is about things that the item does not have: its cover, entries of lists. */
export function asShown(
  content: LanguageContent,
  { cover, fields }: Partial<Pick<Item, 'cover'>> & Pick<Item, 'fields'>,
  type: TranslatedType,
): LanguageContent {
  const { coverAlt, ...shown } = content;
  return {
    ...shown,
    ...(cover && coverAlt !== undefined && { coverAlt }),
    fields: withoutLostWords(content.fields, fields, type.fields),
  };
}

/** The parts of a type that its units depend on: items of a site type have no title of their own. */
export type TranslatedType = Pick<ContentType, 'fields'> & Partial<Pick<ContentType, 'appearsAs'>>;

/** The units of a text in order: its fields, then the blocks of its body. Empty parts are left out. */
export function unitsOf(content: LanguageContent, type: TranslatedType): Unit[] {
  return [...fieldUnits(content, type), ...blockUnits(content.body)];
}

/** The unit of a block with an id. */
export function blockUnitId(id: string): UnitId {
  return `block:${id}`;
}

/** The block id of a unit. @returns `undefined` for the unit of a field. */
export function blockOfUnit(unit: UnitId): string | undefined {
  return unit.startsWith('block:') ? unit.slice('block:'.length) : undefined;
}

/** The units of the blocks of a body. Blocks without text and pictures, such as a rule, are left out. */
export function blockUnits(body: RichText): Unit[] {
  return body.content.flatMap((block) => {
    const id = blockId(block);
    const said = id === undefined ? undefined : saidBy(block);
    return id === undefined || !said ? [] : [{ id: blockUnitId(id), ...said }];
  });
}

/** Whether a block has anything to translate. */
export function isSaying(block: RichTextNode): boolean {
  return saidBy(block) !== undefined;
}

/** Whether a field contains localized text. */
export function isTranslatable({ kind, localized }: FieldDefinition): boolean {
  return localized && (kind === 'text' || kind === 'rich-text' || kind === 'list');
}

function fieldUnits(content: LanguageContent, type: TranslatedType): Unit[] {
  const units: Unit[] = [];
  const add = (id: UnitId, text: string | undefined) => {
    if (text?.trim()) units.push({ id, text, hash: contentHash({ text }) });
  };
  for (const name of type.appearsAs === 'site' ? [] : TEXTS) add(name, content[name]);
  for (const name of SEO_TEXTS) add(`seo.${name}`, content.seo[name]);
  add(COVER_ALT, content.coverAlt);
  for (const field of type.fields) {
    const value = content.fields[field.key];
    if (hasWords(field)) {
      for (const [id, words] of wordsById(value)) {
        for (const { key } of wordMembers(field)) add(`field:${wordKey(field.key, id, key)}`, wordsOf(words[key]));
      }
    } else if (!isTranslatable(field)) {
    } else if (field.kind === 'rich-text') {
      const said = isRichText(value) ? saidBy(value) : undefined;
      if (said) units.push({ id: `field:${field.key}`, ...said });
    } else {
      add(`field:${field.key}`, wordsOf(value));
    }
  }
  return units;
}

function saidBy(node: RichTextNode | undefined): Omit<Unit, 'id'> | undefined {
  if (!node) return undefined;
  const text = nodeText(node);
  const links = linkTargets(node);
  const media = shownIn(node);
  const values = siteBlocksIn(node).map(({ attrs }) => (attrs?.values as JsonValue | undefined) ?? null);
  if (text === '' && media.length === 0 && values.every((own) => own === null)) return undefined;
  return {
    text,
    hash: contentHash({
      text,
      links: links.length > 0 ? links : undefined,
      media: media.length > 0 ? media : undefined,
      values: values.length > 0 ? values : undefined,
    }),
    parts: countParts(node),
  };
}

function countParts(node: RichTextNode): { written: number; blank: number } {
  const parts = { written: 0, blank: 0 };
  const count = (isWritten: boolean) => {
    if (isWritten) parts.written++;
    else parts.blank++;
  };
  const visit = (part: RichTextNode): void => {
    const { type, attrs, content = [] } = part;
    if (type === 'image') {
      // An empty alternative text marks a decorative picture; a missing one was not written yet.
      count(typeof attrs?.alt === 'string');
      count(typeof attrs?.caption === 'string' && attrs.caption !== '');
      if (typeof attrs?.credit === 'string' && attrs.credit !== '') count(true);
    } else if (type === 'siteBlock') {
      for (const words of Object.values(siteBlockWords(part))) count(words.trim() !== '');
    } else if (TEXT_BLOCKS.has(type)) {
      count(nodeText(part) !== '');
    } else {
      for (const child of content) visit(child);
    }
  };
  visit(node);
  return parts;
}

/** The texts of a value, one per line. */
function wordsOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(wordsOf)
    .filter((words) => words !== '')
    .join('\n');
}
