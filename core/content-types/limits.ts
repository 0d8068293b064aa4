/**
 * Content limits, in characters unless stated otherwise. Source: the product's specification, Limits; the others are Meki's
 * own.
 */
export const CONTENT_LIMITS = {
  title: 200,
  summary: 500,
  slug: 120,
  seoTitle: 200,
  seoDescription: 300,
  author: 120,
  /** Maximum characters of a text field without a limit of its own. */
  fieldText: 10_000,
  listEntries: 500,
  tag: 60,
  tags: 30,
  alt: 1_000,
  itemId: 120,
  savedVersionName: 120,
  reviewNote: 1_000,
  /** Earlier turns that the conversation of a review keeps. */
  reviewTurns: 10,
} as const;

/**
 * Maximum bytes of an item as JSON, finished or not: the maximum of a document minus what publishing adds. Within it drafts are
 * not limited, so that typing is never refused.
 */
export const MAX_ITEM_BYTES = 1_000_000;

export const PART_TOO_LONG = `an item holds ${MAX_ITEM_BYTES / 1000} kB in all, of which a part is kept for each language, and this is more than is left; make it shorter`;

export const ITEM_TOO_LONG = `all of the item's texts and fields together are longer than ${MAX_ITEM_BYTES / 1000} kB`;
