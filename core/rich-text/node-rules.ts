import { CROP_RATIOS, readCrop } from './picture-crop.ts';
import { type AttributeRule, isMediaId, siteBlockAttributes } from './site-block-attributes.ts';

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
