import { isMediaId, isRecord, type SiteBlockAttributes } from './rich-text.ts';

/** What an attribute of a node may be. */
export interface AttributeRule {
  required?: boolean;
  test(value: unknown): boolean;
  /** The valid part of a value that `test` refuses, with its members in a fixed order. */
  repair?(value: unknown): unknown;
  /** Completes "must be …". */
  expected: string;
}

/** Maximum fields of each group. */
const MAX_MEMBERS = 40;

/** Maximum characters of a text. Source: the limit of a text field of an item. */
export const MAX_BLOCK_TEXT = 5_000;

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_BLOCK_TEXT;
const isValue = (value: unknown) => isText(value) || typeof value === 'boolean' || Number.isFinite(value);

/** The rules of the attributes of a `siteBlock`, which do not depend on the configuration. */
const siteBlockAttributes: { [name in keyof SiteBlockAttributes]: AttributeRule } = {
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

/** The shapes that a picture can be cropped to, as width and height. Source: Meki's own; those that cameras and screens have. */
export const CROP_RATIOS = ['1:1', '4:3', '3:2', '16:9', '21:9', '3:4', '2:3'] as const;

export type CropRatio = (typeof CROP_RATIOS)[number];

/** How a use of a picture crops it. */
interface PictureCrop {
  ratio: CropRatio;
  /** What stays in sight, in tenths from the left and the top; missing where the picture's file says it. */
  focus?: { x: number; y: number } | undefined;
}

const CROP = /^(\d+:\d+)(?: x(\d|10) y(\d|10))?$/;

/** Reads what `writeCrop` writes; `undefined` for anything else. */
export function readCrop(value: unknown): PictureCrop | undefined {
  const [, shape, x, y] = (typeof value === 'string' && CROP.exec(value)) || [];
  const ratio = CROP_RATIOS.find((one) => one === shape);
  return ratio && { ratio, ...(x !== undefined && { focus: { x: Number(x), y: Number(y) } }) };
}

/** A crop as an attribute of a picture: `3:2`, or `3:2 x1 y9` with what stays in sight, in tenths from the left and the top. */
export function writeCrop({ ratio, focus }: PictureCrop): string {
  return focus ? `${ratio} x${focus.x} y${focus.y}` : ratio;
}

/** The largest part of a picture that has a shape, in whole pixels. */
export function croppedSize(
  size: { width: number; height: number },
  ratio: CropRatio,
): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = Math.min(size.width / across, size.height / down);
  return { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(down * scale)) };
}

/** What a type of node may contain. */
export interface NodeRule {
  /** Allowed types of children; none if missing. */
  children?: readonly string[];
  /** Whether it must have at least one child. */
  needsChild?: boolean;
  attributes?: { [name: string]: AttributeRule };
}

export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning'] as const;

/** How wide a picture is: as the text, or wider, up to the page. */
const PICTURE_PLACES = ['text', 'wide'] as const;

/** Block nodes. */
export const BLOCK_TYPES = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'callout',
  'codeBlock',
  'horizontalRule',
  'table',
  'image',
  'gallery',
  'file',
  'siteBlock',
] as const;
const INLINE = ['text', 'hardBreak'] as const;

const text = (maxLength: number): AttributeRule => ({
  test: (value) => typeof value === 'string' && value.length <= maxLength,
  expected: `a text of at most ${maxLength} characters`,
});
const wholeNumber = (minimum: number, maximum: number): AttributeRule => ({
  test: (value) => Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  expected: `a whole number from ${minimum} to ${maximum}`,
});
const oneOf = (values: readonly string[]): AttributeRule => ({
  test: (value) => typeof value === 'string' && values.includes(value),
  expected: `one of ${values.join(', ')}`,
});
const required = (rule: AttributeRule): AttributeRule => ({ ...rule, required: true });

const cell: NodeRule = {
  children: BLOCK_TYPES,
  needsChild: true,
  attributes: {
    colspan: wholeNumber(1, 100),
    rowspan: wholeNumber(1, 1000),
    align: oneOf(['left', 'center', 'right']),
  },
};

const media = required({
  test: isMediaId,
  expected: 'the id of a media file',
});

/** The nodes of a rich text. Any node may also have a text `attrs.id`. */
export const NODE_RULES: { readonly [type: string]: NodeRule } = {
  doc: { children: BLOCK_TYPES },
  paragraph: { children: INLINE },
  heading: { children: INLINE, attributes: { level: required(wholeNumber(2, 4)) } },
  bulletList: { children: ['listItem'], needsChild: true },
  orderedList: { children: ['listItem'], needsChild: true, attributes: { start: wholeNumber(0, 999_999_999) } },
  listItem: { children: BLOCK_TYPES, needsChild: true },
  blockquote: { children: BLOCK_TYPES, needsChild: true },
  callout: { children: BLOCK_TYPES, needsChild: true, attributes: { kind: required(oneOf(CALLOUT_KINDS)) } },
  codeBlock: { children: ['text'], attributes: { language: text(40) } },
  horizontalRule: {},
  hardBreak: {},
  table: { children: ['tableRow'], needsChild: true },
  tableRow: { children: ['tableHeader', 'tableCell'], needsChild: true },
  tableHeader: cell,
  tableCell: cell,
  image: {
    attributes: {
      media,
      alt: text(1_000),
      caption: text(1_000),
      credit: text(200),
      width: oneOf(PICTURE_PLACES),
      crop: {
        test: (value) => readCrop(value) !== undefined,
        expected: `one of ${CROP_RATIOS.join(', ')}, perhaps followed by a point in tenths, as in 3:2 x1 y9`,
      },
    },
  },
  gallery: { children: ['image'], needsChild: true },
  file: { attributes: { media } },
  siteBlock: { attributes: siteBlockAttributes },
  text: {},
};
