import { linkTargetProblem } from './link-target.ts';
import type { RichTextNode } from './rich-text.ts';

/** The values of a block of the site that are the same in every language, by field. */
export interface SiteBlockValues {
  [field: string]: string | number | boolean;
}

/** The words of a block of the site in the language of its text, by field; empty ones are to be written. */
export interface SiteBlockWords {
  [field: string]: string;
}

/** The attributes of a `siteBlock`. */
export interface SiteBlockAttributes {
  /** The key of its definition in the configuration. The definition may be gone: its texts keep it. */
  kind: string;
  values: SiteBlockValues;
  words: SiteBlockWords;
}

/** Maximum fields of each group. */
const MAX_MEMBERS = 40;

/** Maximum characters of a text. Source: the limit of a text field of an item. */
export const MAX_BLOCK_TEXT = 5_000;

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_BLOCK_TEXT;
const isValue = (value: unknown) => isText(value) || typeof value === 'boolean' || Number.isFinite(value);

/** The rules of the attributes of a `siteBlock`, which do not depend on the configuration. */
export const siteBlockAttributes: { [name in keyof SiteBlockAttributes]: AttributeRule } = {
  kind: {
    required: true,
    test: (value) => typeof value === 'string' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 40,
    expected: 'the key of a block of the site',
  },
  values: members(isValue, 'values by field: texts, numbers, true or false'),
  words: members(isText, 'texts by field'),
};

/** An object with members by field. Without members, it is left out. */
function members(isMember: (value: unknown) => boolean, expected: string): AttributeRule {
  const isEntry = ([name, value]: [string, unknown]) => NAME.test(name) && isMember(value);
  return {
    test: (value) =>
      isRecord(value) && Object.keys(value).length <= MAX_MEMBERS && Object.entries(value).every(isEntry),
    repair(value) {
      const entries = isRecord(value) ? Object.entries(value).filter(isEntry).slice(0, MAX_MEMBERS) : [];
      if (entries.length === 0) return undefined;
      const wellFormed = entries.map(([name, own]) => [name, typeof own === 'string' ? own.toWellFormed() : own]);
      return Object.fromEntries(wellFormed.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
    },
    expected,
  };
}

/** The attributes of a `siteBlock`. */
export function siteBlockAttributesOf({ attrs = {} }: Pick<RichTextNode, 'attrs'>): SiteBlockAttributes {
  return {
    kind: String(attrs.kind),
    values: isRecord(attrs.values) ? (attrs.values as SiteBlockValues) : {},
    words: isRecord(attrs.words) ? (attrs.words as SiteBlockWords) : {},
  };
}

/** The words of a `siteBlock`, in a fixed order. */
export function siteBlockWords(node: RichTextNode): SiteBlockWords {
  const { words } = siteBlockAttributesOf(node);
  return Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The blocks of the site in a node, in the order of the text. */
export function siteBlocksIn(node: RichTextNode): RichTextNode[] {
  return node.type === 'siteBlock' ? [node] : (node.content ?? []).flatMap(siteBlocksIn);
}

/** Whether a text is the id of a media file. */
export function isMediaId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}

/**
 * What a `siteBlock` shows or leads to, whatever its definition says: values that are ids of media files, links to items, of which one
 * value may have several, and addresses of this site.
 */
export function siteBlockReferences(node: Pick<RichTextNode, 'attrs'>): { media: string[]; links: string[] } {
  const texts = Object.entries(siteBlockAttributesOf(node).values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  const isLink = (text: string) => /^(?:item:|\/)/.test(text) && linkTargetProblem(text) === undefined;
  return {
    media: texts.filter(isMediaId),
    links: texts.map((text) => text.split(' ')).flatMap((links) => (links.every(isLink) ? links : [])),
  };
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an attribute of a node may be. */
export interface AttributeRule {
  required?: boolean;
  test(value: unknown): boolean;
  /** The valid part of a value that `test` refuses, with its members in a fixed order. */
  repair?(value: unknown): unknown;
  /** Completes "must be …". */
  expected: string;
}
