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
  const isCarried = (words: string) =>
    before.some((block) => block.words.includes(words) && !(now.get(block.id) ?? '').includes(words));
  const isNew = (said: string, words: string) => said === '' || isAnew(said, words);
  return after
    .filter(({ id, words }) => words !== '' && isNew(former.get(id) ?? '', words) && !isCarried(words))
    .map(({ id }) => id);
}
