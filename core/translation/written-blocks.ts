/** Maximum characters searched for words that were carried: some 50 ms. Beyond it, only whole blocks count as carried. */
const MAX_SEARCHED = 50_000_000;

/** What beginning a search costs, in characters. */
const SEARCH_COST = 20;

/** Maximum characters of words that are searched for. V8 searches linearly for at most 250; for more, it takes seconds. */
const SEARCHED = 250;

/** A block before or after a change. */
export interface BlockWords {
  id: string;
  /** What it says; empty if there is nothing to translate. */
  words: string;
}

/**
 * The ids of the blocks that a change wrote: those that said nothing before and do now. Words that another block lost are not
 * written but carried, for example by splitting a paragraph or cutting a part of it and pasting that.
 * @param before the blocks that the change affected, as they were; others may be left out
 * @param after the same, as they are now
 * @param isAnew whether a block that says something else now was written anew; by default, it was only edited
 */
export function writtenBlocks(
  before: readonly BlockWords[],
  after: readonly BlockWords[],
  isAnew: (former: string, words: string) => boolean = () => false,
): string[] {
  const former = new Map(before.map(({ id, words }) => [id, words]));
  const now = new Map(after.map(({ id, words }) => [id, words]));
  const isNew = (said: string, words: string) => said === '' || isAnew(said, words);
  const fresh = after.filter(({ id, words }) => words !== '' && isNew(former.get(id) ?? '', words));
  const changed = before.filter(({ id, words }) => words !== now.get(id));
  const lacksWords = (block: BlockWords, words: string) =>
    holdsWords(block.words, words) && !holdsWords(now.get(block.id) ?? '', words);
  const cost = fresh.length * changed.reduce((sum, { words }) => sum + words.length + SEARCH_COST, 0);
  if (cost <= MAX_SEARCHED) {
    return fresh.filter(({ words }) => !changed.some((block) => lacksWords(block, words))).map(({ id }) => id);
  }
  const lost = new Set(changed.filter((block) => lacksWords(block, block.words)).map(({ words }) => words));
  return fresh.filter(({ words }) => !lost.has(words)).map(({ id }) => id);
}

/** Whether a text contains the words of another: their start and end, which tell enough of long ones. */
export function holdsWords(text: string, words: string): boolean {
  return text.includes(words.slice(0, SEARCHED)) && text.includes(words.slice(-SEARCHED));
}
