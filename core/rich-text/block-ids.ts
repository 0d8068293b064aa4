import { contentHash } from '../documents/content-hash.ts';
import { increasingPositions } from './increasing-positions.ts';
import { nodeText, type RichText, type RichTextNode } from './rich-text.ts';

/** Creates the id of a new block from a seed that is unique on the site. */
export type BlockIdGenerator = (seed: string) => string;

/** An id derived from the seed alone: 12 characters of 0–9 and a–z. */
export const deterministicBlockId: BlockIdGenerator = (seed) => contentHash(seed).slice(-12);

/**
 * Assigns ids to all blocks. A block keeps its id; one without takes that of the matching block of `previous` (`matchBlocks`),
 * or else a new one. Of duplicate ids, the first block keeps it.
 */
export function assignBlockIds(
  richText: RichText,
  options: { seed: string; generate: BlockIdGenerator; previous?: RichText | undefined },
): RichText {
  const taken = new Set<string>();
  const kept = richText.content.map((block) => {
    const id = blockId(block);
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  const former = formerIds(richText, kept, options.previous);
  for (const id of former.values()) taken.add(id);
  const occurrences = new Map<string, number>();
  return {
    type: 'doc',
    content: richText.content.map((block, index) => {
      const contents = blockHash(block);
      let id = kept[index] ?? former.get(index);
      while (id === undefined) {
        const occurrence = (occurrences.get(contents) ?? 0) + 1;
        occurrences.set(contents, occurrence);
        const candidate = options.generate(`${options.seed}:${contents}:${occurrence}`);
        if (!taken.has(candidate)) id = candidate;
      }
      taken.add(id);
      return { ...block, attrs: { ...block.attrs, id } };
    }),
  };
}

/** The persistent id of a block. */
export function blockId(block: RichTextNode): string | undefined {
  const id = block.attrs?.id;
  return typeof id === 'string' ? id : undefined;
}

/** The ids of the blocks of a text; none if there is no text. */
export function blockIdsOf(text: RichText | undefined): Set<string> {
  return new Set(text?.content.flatMap((block) => blockId(block) ?? []));
}

/** A hash of a block's contents without its id. */
function blockHash(block: RichTextNode): string {
  return contentHash({ ...block, attrs: { ...block.attrs, id: undefined } });
}

/** Unused ids of `previous`, by the index of the block that takes them over. */
function formerIds(
  richText: RichText,
  kept: (string | undefined)[],
  previous: RichText | undefined,
): Map<number, string> {
  const blockOf = (block: RichTextNode, id: string | undefined) => ({
    kind: block.type,
    text: nodeText(block),
    hash: blockHash(block),
    id,
  });
  const before = (previous?.content ?? []).map((block) => blockOf(block, blockId(block)));
  const after = richText.content.map((block, index) => blockOf(block, kept[index]));
  const ids = new Map<number, string>();
  const given = new Set(kept);
  for (const [index, former] of matchBlocks(before, after)) {
    const id = before[former]?.id;
    if (kept[index] !== undefined || id === undefined || given.has(id)) continue;
    given.add(id);
    ids.set(index, id);
  }
  return ids;
}

/** The properties of a block that matching uses. */
export interface MatchedBlock {
  kind: string;
  text: string;
  /** Equal for equal contents. */
  hash: string;
  /** Two blocks with the same id match, whatever their contents. */
  id?: string | undefined;
}

/** Minimum similarity (share of common words) of matching blocks. */
const LEAST_ALIKE = 0.3;

/** Maximum pairs of blocks compared by words per gap; larger gaps are paired block by block from the start. */
const MAX_PAIRS = 40_000;

/** Maximum word lookups per gap, for gaps of few but long blocks. */
const MAX_LOOKUPS = 2_000_000;

/**
 * Matches the blocks of a rewritten text with those of the previous text (a diff): by id, else by equal contents anywhere, else
 * within the gap between two matches: one by one if the gap has the same kinds of blocks as before, otherwise by the most
 * common words.
 * @returns the index in `before` by the index in `after`
 */
export function matchBlocks(before: readonly MatchedBlock[], after: readonly MatchedBlock[]): Map<number, number> {
  const matches = new Map<number, number>();
  const taken = new Set<number>();
  const match = (index: number, former: number | undefined) => {
    if (former === undefined) return;
    matches.set(index, former);
    taken.add(former);
  };
  const byId = new Map(before.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index] as const])));
  after.forEach(({ id }, index) => {
    if (id !== undefined && !taken.has(byId.get(id) ?? -1)) match(index, byId.get(id));
  });
  const byHash = groupByHash(before);
  const nextFree = (formers: Iterator<number> | undefined): number | undefined => {
    let next = formers?.next();
    while (next?.done === false && taken.has(next.value)) next = formers?.next();
    return next?.value;
  };
  after.forEach(({ hash, id }, index) => {
    if (id !== undefined || matches.has(index)) return;
    match(index, nextFree(byHash.get(hash)));
  });
  for (const gap of gapsOf(matches, before.length, after.length)) {
    const left = gap.before.filter((index) => !taken.has(index));
    const right = gap.after.filter((index) => !matches.has(index) && after[index]?.id === undefined);
    for (const [former, index] of pairGap(left, right, before, after)) match(index, former);
  }
  return matches;
}

/** Indexes of blocks with equal contents, in order. */
function groupByHash(blocks: readonly MatchedBlock[]): Map<string, Iterator<number>> {
  const groups = Map.groupBy(blocks.keys(), (index) => blocks[index]?.hash ?? '');
  return new Map([...groups].map(([hash, indexes]) => [hash, indexes.values()]));
}

interface Gap {
  before: number[];
  after: number[];
}

/** The gaps between matched blocks that are consecutive in both texts. */
function gapsOf(matches: ReadonlyMap<number, number>, beforeLength: number, afterLength: number): Gap[] {
  const ordered = [...matches].sort(([a], [b]) => a - b);
  const dividers = increasingPositions(ordered.map(([, before]) => before)).map((index) => ordered[index]);
  const gaps: Gap[] = [];
  let from = { before: 0, after: 0 };
  for (const divider of [...dividers, [afterLength, beforeLength] as const]) {
    if (!divider) continue;
    const [after, before] = divider;
    gaps.push({ before: range(from.before, before), after: range(from.after, after) });
    from = { before: before + 1, after: after + 1 };
  }
  return gaps;
}

function pairGap(
  left: number[],
  right: number[],
  before: readonly MatchedBlock[],
  after: readonly MatchedBlock[],
): [number, number][] {
  const isSameKind = (former: number, index: number) => before[former]?.kind === after[index]?.kind;
  const inStep = left.map((former, position) => [former, right[position] ?? -1] as [number, number]);
  if (left.length === right.length && inStep.every(([former, index]) => isSameKind(former, index))) return inStep;
  const sameInStep = () => inStep.filter(([former, index]) => isSameKind(former, index));
  if (left.length * right.length > MAX_PAIRS) return sameInStep();
  const leftWords = new Map(left.map((former) => [former, wordsOf(before[former]?.text)]));
  const rightWords = new Map(right.map((index) => [index, wordsOf(after[index]?.text)]));
  if (countLookups([...leftWords.values()], [...rightWords.values()]) > MAX_LOOKUPS) return sameInStep();
  return alignByWords(left, right, (former, index) =>
    isSameKind(former, index) ? likeness(leftWords.get(former), rightWords.get(index)) : 0,
  );
}

/** The pairs, in order on both sides, with the greatest total similarity. */
function alignByWords(
  left: number[],
  right: number[],
  alike: (former: number, index: number) => number,
): [number, number][] {
  const best = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const score = left.map((former) => right.map((index) => alike(former, index)));
  const at = (a: number, b: number) => best[a]?.[b] ?? 0;
  for (let a = left.length - 1; a >= 0; a--) {
    for (let b = right.length - 1; b >= 0; b--) {
      const value = score[a]?.[b] ?? 0;
      const paired = value >= LEAST_ALIKE ? value + at(a + 1, b + 1) : 0;
      (best[a] as number[])[b] = Math.max(paired, at(a + 1, b), at(a, b + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length; ) {
    const value = score[a]?.[b] ?? 0;
    if (value >= LEAST_ALIKE && at(a, b) === value + at(a + 1, b + 1)) pairs.push([left[a++] ?? 0, right[b++] ?? 0]);
    else if (at(a, b) === at(a + 1, b)) a++;
    else b++;
  }
  return pairs;
}

/** Whether two texts have enough words in common to be states of one block. */
export function isAlike(text: string, other: string): boolean {
  return likeness(wordsOf(text), wordsOf(other)) >= LEAST_ALIKE;
}

type Words = ReadonlySet<string>;

const NO_WORDS: Words = new Set();

function wordsOf(text = ''): Words {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Similarity: common words divided by all words, from 0 to 1. Returns 0 if the minimum is out of reach. */
function likeness(left = NO_WORDS, right = NO_WORDS): number {
  const both = left.size + right.size;
  if (both === 0) return 1;
  if (!canBeAlike(left, right)) return 0;
  const [fewer, more] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const word of fewer) if (more.has(word)) common++;
  return (2 * common) / both;
}

/** Whether the minimum similarity is possible, judging by the number of words. */
function canBeAlike(left: Words, right: Words): boolean {
  return 2 * Math.min(left.size, right.size) >= LEAST_ALIKE * (left.size + right.size);
}

/** Number of word lookups for comparing each block of one side with each of the other. */
function countLookups(left: Words[], right: Words[]): number {
  let count = 0;
  for (const one of left) {
    for (const other of right) if (canBeAlike(one, other)) count += Math.min(one.size, other.size);
  }
  return count;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
