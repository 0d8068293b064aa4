import {
  type ComparedBlock,
  type ComparedPart,
  compareContents,
  type Difference,
} from '#core/content/compare-contents.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { hasWords } from '#core/content-types/entry-words.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { BLOCK_TYPES } from '#core/rich-text/node-rules.ts';
import { localeSet } from '#site-config';
import { type createPublishingTranslator, phraseOf } from '../managed-item/read-managed-item.ts';
import { createDiffAllowance, type DiffAllowance } from '../text-diff/compare-texts.ts';
import type { ComparedSide } from './read-side.ts';
import { type WordRun, wordRuns } from './word-runs.ts';

/** A difference, formatted. */
export interface ShownDifference {
  key: string;
  /** The label of the part or block type. */
  label: string;
  difference: Difference | 'alsoMoved';
  /** Empty if neither text nor links and marks differ. */
  words: WordRun[];
  /** Whether its words are not told one by one, because that would cost too much. */
  isCoarse: boolean;
  mediaBefore: string[];
  mediaAfter: string[];
  /** Whether they are files that are handed out, not pictures. */
  areFiles?: boolean;
}

/** The differences in one language. */
export interface LanguageDifferences {
  code: Locale;
  tag: string;
  name: string;
  /** Missing if only one side has the language. */
  differences?: ShownDifference[];
  /** Number of further differences that a page has no room for. */
  further: number;
  /** Number of equal blocks. */
  unchanged: number;
}

type Translate = ReturnType<typeof createPublishingTranslator>;

export interface SideDifferences {
  /** The differences of the shared part. */
  shared: ShownDifference[];
  languages: LanguageDifferences[];
}

/** Maximum differences that a page shows. Source: Meki's own; rendering so many takes some 50 ms. */
export const MAX_SHOWN_DIFFERENCES = 400;

/**
 * The differences between two sides, by language and word. What they cost, and what the page shows, is limited for all of them
 * together: what is beyond it is told in whole passages, and then only counted.
 */
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
  const allowance = createDiffAllowance();
  let room = MAX_SHOWN_DIFFERENCES;
  const languages = (both.length > 0 ? both : codes).map((code): LanguageDifferences => {
    const { language: tag } = localeDefinition(localeSet, code);
    const about = { code, tag, name: phraseOf(locale, [code]) };
    const [one, other] = [before.languages[code], after.languages[code]];
    if (!one || !other) return { ...about, unchanged: 0, further: 0 };
    const { parts, blocks } = compareContents(one, other);
    const show = (part: ComparedPart) => showPart(part, partLabel(part.part, type, locale, t), tag, allowance);
    const changedParts = parts.filter(({ difference }) => difference !== 'same');
    for (const part of changedParts) if (isShared(part, type)) shared.set(part.part, show(part));
    const own = changedParts.filter((part) => !isShared(part, type)).map(show);
    const changed = [...blocks.entries()].filter(([, { difference }]) => difference !== 'same');
    const shown = changed.slice(0, room);
    room -= shown.length;
    return {
      ...about,
      differences: [...own, ...shown.map(([index, block]) => showBlock(block, index, t, tag, allowance))],
      unchanged: blocks.length - changed.length,
      further: changed.length - shown.length,
    };
  });
  return { shared: [...shared.values()], languages };
}

/** Whether a part is shared by all languages. */
function isShared({ part }: ComparedPart, type: ContentType): boolean {
  return (
    ['author', 'tags', 'cover'].includes(part) ||
    type.fields.some((field) => part === `field:${field.key}` && !field.localized && !hasWords(field))
  );
}

function showPart(
  { part, difference, mediaBefore, mediaAfter, ...texts }: ComparedPart,
  label: string,
  language: string,
  allowance: DiffAllowance,
): ShownDifference {
  const media = { mediaBefore: listOf(mediaBefore), mediaAfter: listOf(mediaAfter) };
  const shownMedia = mediaBefore === mediaAfter ? { mediaBefore: [], mediaAfter: [] } : media;
  return { key: part, label, difference, ...wordsOf(texts, language, allowance), ...shownMedia };
}

function showBlock(
  { block, type, difference, alsoMoved, mediaBefore = [], mediaAfter = [], ...texts }: ComparedBlock,
  index: number,
  t: Translate,
  language: string,
  allowance: DiffAllowance,
): ShownDifference {
  const isSameMedia = mediaBefore.join() === mediaAfter.join();
  return {
    key: `${index} ${block ?? ''}`,
    label: t(`revisions.blocks.${blockLabel(type)}`),
    difference: alsoMoved ? 'alsoMoved' : difference,
    ...(difference === 'moved'
      ? { words: [{ text: texts.after ?? '', change: 'same' }], isCoarse: false }
      : wordsOf(texts, language, allowance)),
    mediaBefore: isSameMedia ? [] : mediaBefore,
    mediaAfter: isSameMedia ? [] : mediaAfter,
    areFiles: type === 'file',
  };
}

function wordsOf(
  {
    before = '',
    after = '',
    marksBefore = [],
    marksAfter = [],
  }: Pick<ComparedBlock, 'before' | 'after' | 'marksBefore' | 'marksAfter'>,
  language: string,
  allowance: DiffAllowance,
): Pick<ShownDifference, 'words' | 'isCoarse'> {
  const former = { text: before, marks: marksBefore };
  const { runs: words, isCoarse } = wordRuns(former, { text: after, marks: marksAfter }, language, allowance);
  return { words, isCoarse };
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
  'author.own': 'ownAuthor',
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
