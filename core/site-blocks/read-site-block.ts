import { z } from 'zod';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { itemOfLink, linkTargetProblem, namesAccount, readFieldLink } from '../rich-text/link-target.ts';
import { MAX_BLOCK_TEXT } from '../rich-text/node-rules.ts';
import {
  isMediaId,
  type RichTextNode,
  type SiteBlockAttributes,
  siteBlockAttributesOf,
} from '../rich-text/rich-text.ts';
import { plainValueSchema, webAddress } from './plain-value-schema.ts';
import { isInWords, MOST_ITEMS, type SiteBlock, type SiteBlockContents, type SiteBlockField } from './site-block.ts';

/** A block as its definition reads it. */
export interface SiteBlockReading {
  contents: SiteBlockContents;
  /** What is wrong, by field. */
  problems: { field: string; problem: SiteBlockProblem }[];
}

export type SiteBlockProblem = 'required' | 'invalid' | 'unknown';

/**
 * Reads a `siteBlock` by its definition. Values stay readable when the definition changes: a text that became localized, or is no
 * longer, is found in either place, and a number may be written as a text.
 */
export function readSiteBlock(
  definition: Pick<SiteBlock, 'fields'>,
  node: Pick<RichTextNode, 'attrs'>,
): SiteBlockReading {
  const { values, words } = siteBlockAttributesOf(node);
  const contents: SiteBlockContents = {};
  const problems: SiteBlockReading['problems'] = [];
  for (const field of definition.fields) {
    const [own, other] = isInWords(field) ? [words, values] : [values, words];
    const value = fromText(field, own[field.key] ?? other[field.key]);
    if (value === undefined || value === '') {
      if (field.required) problems.push({ field: field.key, problem: 'required' });
    } else if (isValidValue(field, value)) {
      contents[field.key] = value;
    } else {
      problems.push({ field: field.key, problem: 'invalid' });
    }
  }
  const known = new Set(definition.fields.map(({ key }) => key));
  for (const key of Object.keys({ ...values, ...words })) {
    if (!known.has(key)) problems.push({ field: key, problem: 'unknown' });
  }
  return { contents, problems };
}

/** Why readers do not see a block: its definition is gone, or something in it is missing or not allowed. */
export function siteBlockFlaw(
  definitions: readonly SiteBlock[] = [],
  node: Pick<RichTextNode, 'attrs'>,
): 'unknown' | 'incomplete' | undefined {
  const definition = definitions.find(({ key }) => key === node.attrs?.kind);
  if (!definition) return 'unknown';
  const isShown = readSiteBlock(definition, node).problems.every(({ problem }) => problem === 'unknown');
  return isShown ? undefined : 'incomplete';
}

/** The attributes of a block that has these values; values that are written as texts become what their fields hold. */
export function siteBlockAttributes(
  definition: Pick<SiteBlock, 'key' | 'fields'>,
  given: { [field: string]: string | number | boolean },
): SiteBlockAttributes {
  const attrs: SiteBlockAttributes = { kind: definition.key, values: {}, words: {} };
  for (const [key, written] of Object.entries(given)) {
    const field = definition.fields.find((one) => one.key === key);
    const value = (field && fromText(field, written)) ?? written;
    if (field && isInWords(field)) attrs.words[key] = String(value);
    else attrs.values[key] = value;
  }
  return attrs;
}

/** Whether a value is one that a field may have. */
export function isValidValue(field: SiteBlockField, value: unknown): boolean {
  return valueSchema(field).safeParse(value).success;
}

/** A number or a truth value that is written as a text. */
function fromText<T>({ kind }: SiteBlockField, value: T): T | number | boolean {
  if (typeof value !== 'string') return value;
  if (kind === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** How many items a field takes. */
export function mostItems({ most = MOST_ITEMS }: { most?: number }): number {
  return Math.min(most, MOST_ITEMS);
}

function valueSchema(field: SiteBlockField): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const text = z.string().max(Math.min(field.maxLength ?? MAX_BLOCK_TEXT, MAX_BLOCK_TEXT));
      return field.multiline ? text : text.regex(/^[^\n\r]*$/);
    }
    case 'url':
      return webAddress.refine(
        (address) => !field.hosts || (URL.canParse(address) && field.hosts.includes(new URL(address).host)),
      );
    case 'number':
    case 'boolean':
    case 'date':
    case 'choice':
      return plainValueSchema(field);
    case 'topic':
      return z
        .string()
        .max(CONTENT_LIMITS.tag)
        .refine((key) => slugProblem(key) === undefined);
    case 'media':
      return z.string().refine(isMediaId);
    case 'link':
      return z
        .string()
        .refine((value) => readFieldLink(value) !== undefined || linkTargetProblem(value) === undefined)
        .refine((value) => !namesAccount(value));
    case 'items':
      return z.string().refine((value) => {
        const links = value.split(' ');
        const isItem = (link: string) => itemOfLink(link) !== undefined && !link.includes('#');
        return links.length <= mostItems(field) && new Set(links).size === links.length && links.every(isItem);
      });
  }
}
