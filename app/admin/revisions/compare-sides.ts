import {
  type ComparedBlock,
  type ComparedPart,
  compareContents,
  type Difference,
} from '#core/content/compare-contents.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { BLOCK_TYPES } from '#core/rich-text/node-rules.ts';
import { localeSet } from '#site-config';
import { phraseOf } from '../managed-item/read-managed-item.ts';
import type { createPublishingTranslator } from '../managed-item/read-publishing-messages.ts';
import type { ComparedSide } from './read-side.ts';
import { type WordRun, wordRuns } from './word-runs.ts';

/** A difference, formatted. */
export interface ShownDifference {
  key: string;
  /** The label of the part or block type. */
  label: string;
  difference: Exclude<Difference, 'same'> | 'alsoMoved';
  /** Empty if neither text nor links and marks differ. */
  words: WordRun[];
  mediaBefore: string[];
  mediaAfter: string[];
}

/** The differences in one language. */
export interface LanguageDifferences {
  code: Locale;
  tag: string;
  name: string;
  /** Missing if only one side has the language. */
  differences?: ShownDifference[];
  /** Number of equal blocks. */
  unchanged: number;
}

type Translate = ReturnType<typeof createPublishingTranslator>;

export interface SideDifferences {
  /** The differences of the shared part. */
  shared: ShownDifference[];
  languages: LanguageDifferences[];
}

/** All differences between two sides, by language and word. */
export function compareSides(
  before: ComparedSide,
  after: ComparedSide,
  { locale, type, t }: { locale: Locale; type: ContentType; t: Translate },
): SideDifferences {
  const codes = localeSet.locales
    .map(({ code }) => code)
    .filter((code) => before.languages[code] || after.languages[code]);
  const both = codes.filter((code) => before.languages[code] && after.languages[code]);
  // A publication has one language; other languages of the other side are not compared.
  const shared = new Map<string, ShownDifference>();
  const languages = (both.length > 0 ? both : codes).map((code): LanguageDifferences => {
    const { language: tag } = localeDefinition(localeSet, code);
    const about = { code, tag, name: phraseOf(locale, [code]) };
    const [one, other] = [before.languages[code], after.languages[code]];
    if (!one || !other) return { ...about, unchanged: 0 };
    const { parts, blocks } = compareContents(one, other);
    const segmenter = new Intl.Segmenter(tag, { granularity: 'word' });
    const partsOf = (isWanted: (part: ComparedPart) => boolean) =>
      parts.filter(isWanted).map((part) => showPart(part, partLabel(part.part, type, locale, t), segmenter));
    for (const part of partsOf((part) => isShared(part, type))) if (part) shared.set(part.key, part);
    const shown = [
      ...partsOf((part) => !isShared(part, type)),
      ...blocks.map((block, index) => showBlock(block, index, t, segmenter)),
    ];
    const unchanged = blocks.filter(({ difference }) => difference === 'same').length;
    return { ...about, differences: shown.filter((one) => one !== undefined), unchanged };
  });
  return { shared: [...shared.values()], languages };
}

/** Whether a part is shared by all languages. */
function isShared({ part }: ComparedPart, type: ContentType): boolean {
  return (
    ['author', 'tags', 'cover'].includes(part) ||
    type.fields.some(({ key, localized }) => part === `field:${key}` && !localized)
  );
}

function showPart(
  { part, difference, mediaBefore, mediaAfter, ...texts }: ComparedPart,
  label: string,
  segmenter: Intl.Segmenter,
): ShownDifference | undefined {
  if (difference === 'same') return undefined;
  const media = { mediaBefore: listOf(mediaBefore), mediaAfter: listOf(mediaAfter) };
  const shownMedia = mediaBefore === mediaAfter ? { mediaBefore: [], mediaAfter: [] } : media;
  return { key: part, label, difference, words: runsOf(texts, segmenter), ...shownMedia };
}

function showBlock(
  { block, type, difference, alsoMoved, mediaBefore = [], mediaAfter = [], ...texts }: ComparedBlock,
  index: number,
  t: Translate,
  segmenter: Intl.Segmenter,
): ShownDifference | undefined {
  if (difference === 'same') return undefined;
  const isSameMedia = mediaBefore.join() === mediaAfter.join();
  return {
    key: `${index} ${block ?? ''}`,
    label: t(`revisions.blocks.${blockLabel(type)}`),
    difference: alsoMoved ? 'alsoMoved' : difference,
    words: difference === 'moved' ? [{ text: texts.after ?? '', change: 'same' }] : runsOf(texts, segmenter),
    mediaBefore: isSameMedia ? [] : mediaBefore,
    mediaAfter: isSameMedia ? [] : mediaAfter,
  };
}

function runsOf(
  {
    before = '',
    after = '',
    marksBefore = [],
    marksAfter = [],
  }: Pick<ComparedBlock, 'before' | 'after' | 'marksBefore' | 'marksAfter'>,
  segmenter: Intl.Segmenter,
): WordRun[] {
  return wordRuns({ text: before, marks: marksBefore }, { text: after, marks: marksAfter }, segmenter);
}

/** Blocks of the site are called as other ones: their definition may be gone. */
const NAMED_TYPES = BLOCK_TYPES.filter((name) => name !== 'siteBlock');

function blockLabel(type: string): (typeof NAMED_TYPES)[number] | 'other' {
  return NAMED_TYPES.find((name) => name === type) ?? 'other';
}

const PARTS = {
  title: 'title',
  slug: 'slug',
  summary: 'summary',
  'seo.title': 'seoTitle',
  'seo.description': 'seoDescription',
  author: 'author',
  tags: 'tags',
  cover: 'cover',
  'cover.alt': 'coverAlt',
} as const;

function partLabel(part: string, type: ContentType, locale: Locale, t: Translate): string {
  const name = PARTS[part as keyof typeof PARTS];
  if (name) return t(`fields.${name}`);
  const key = part.replace(/^field:/, '');
  return type.fields.find((field) => field.key === key)?.labels[locale] ?? key;
}

function listOf(media: string | undefined): string[] {
  return media === undefined ? [] : [media];
}
