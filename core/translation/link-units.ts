import { linkText, type TranslationLink, type TranslationLinks, type UnitId } from '../content/translation-link.ts';
import { type BlockIdGenerator, blockId, blockIdsOf, isAlike } from '../rich-text/block-ids.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { linkTargets, type RichText, type RichTextNode, siteBlockWords } from '../rich-text/rich-text.ts';
import { blockOfUnit, blockUnitId, isSaying, type Unit } from './units.ts';

/** The link stored by a translation of a unit that is made now. */
export function linkTo({ id, text, hash }: Unit): TranslationLink {
  return { source: id, hash, text: linkText(text) };
}

export interface LinkedText {
  units: Unit[];
  body: RichText;
}

/** A translation before anything of it was written. */
export const NOTHING_TRANSLATED: LinkedText & { links: TranslationLinks } = {
  units: [],
  body: { type: 'doc', content: [] },
  links: {},
};

/** What blocks of a translation translate, as their writer says: a unit of the source, or nothing. */
export type Translates = ReadonlyMap<UnitId, UnitId | null>;

/**
 * The links of a translation after an edit. Changed units with a link, and changed fields, count as made from the current
 * source; unchanged units keep what they had. Of blocks without a link only those that the edit wrote get one
 * (`linksOfWritten`): a block that was there before, or whose words come from another block, does not become a translation by
 * itself.
 * @param translates what the writer says of single blocks; takes precedence
 */
export function relink(
  source: LinkedText,
  next: LinkedText,
  previous: LinkedText & { links: TranslationLinks },
  translates: Translates = new Map(),
): TranslationLinks {
  const sources = new Map(source.units.map((unit) => [unit.id, unit]));
  const before = new Map(previous.units.map(({ id, hash }) => [id, hash]));
  const after = new Set([...next.units.map(({ id }) => id), ...blockUnitIds(next.body)]);
  const removed = new Set([...before.keys(), ...blockUnitIds(previous.body)].filter((id) => !after.has(id)));
  // Those of blocks that were absent before stay, because undo brings such blocks back.
  const links = Object.fromEntries(
    Object.entries(previous.links).filter(([id, { source: linked }]) => {
      const said = translates.get(id);
      return !removed.has(id) && (said === undefined || said === linked);
    }),
  );
  const isChanged = ({ id, hash }: Unit) => before.get(id) !== hash;
  const written = new Set(rewrittenBlocks(previous, next).filter((id) => translates.get(id) !== null));
  for (const { id } of next.units.filter(isChanged)) {
    if (blockOfUnit(id) === undefined || sources.has(links[id]?.source ?? '')) written.add(id);
  }
  for (const [id, said] of translates) {
    const origin = sources.get(said ?? '');
    if (origin && !links[id]) links[id] = linkTo(origin);
  }
  return { ...links, ...linksOfWritten(source, next, links, written) };
}

/**
 * The links of what was just written in a translation, to the current source: of fields and linked blocks to their source, of
 * other blocks to the source block without a translation at the same place between linked ones, if there is one of the same
 * kind. An empty block with a link keeps its source from others.
 * @param written units of the translation
 */
export function linksOfWritten(
  source: LinkedText,
  next: LinkedText,
  links: TranslationLinks,
  written: ReadonlySet<UnitId>,
): TranslationLinks {
  const sources = new Map(source.units.map((unit) => [unit.id, unit]));
  const partners = linkedBlocks(source, next, links);
  const free = kindsOf(next.body).filter(({ id }) => partners.has(id) || written.has(id));
  for (const [left, right] of alignInOrder(sayingKinds(source), free, partners)) partners.set(right, left);
  const found = next.units.flatMap(({ id }): [UnitId, TranslationLink][] => {
    const origin = sources.get(blockOfUnit(id) === undefined ? id : (partners.get(id) ?? ''));
    return origin && written.has(id) ? [[id, linkTo(origin)]] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The source block that a block of the translation without a link most likely translates: one without a translation between the
 * same linked blocks, of the same kind if there is one.
 */
export function likelySource(
  source: LinkedText,
  translation: LinkedText,
  links: TranslationLinks,
  unit: UnitId,
): Unit | undefined {
  const saying = new Set(translation.units.map(({ id }) => id));
  const partners = new Map([...linkedBlocks(source, translation, links)].filter(([id]) => saying.has(id)));
  if (partners.has(unit) || !saying.has(unit)) return undefined;
  const left = sayingKinds(source);
  const right = sayingKinds(translation);
  const alone = right.filter(({ id }) => partners.has(id) || id === unit);
  const regardless = (entries: { id: UnitId }[]) => entries.map(({ id }) => ({ id, kind: '' }));
  const [pair] = [
    ...alignInOrder(left, right, partners),
    ...alignInOrder(left, alone, partners),
    ...alignInOrder(regardless(left), regardless(alone), partners),
  ].filter(([, id]) => id === unit);
  return pair && source.units.find(({ id }) => id === pair[0]);
}

/**
 * Copies the block structure of the source, linked block by block: empty but for what is a link, or with the source's text. A
 * block with words of the source counts as stale until translated.
 */
export function structureOf(
  source: LinkedText,
  options: { keepText: boolean; seed: string; generate: BlockIdGenerator },
): { body: RichText; links: TranslationLinks } {
  const units = new Map(source.units.map((unit) => [unit.id, unit]));
  const links: TranslationLinks = {};
  const content = source.body.content.map((block, index) => {
    const id = options.generate(`${options.seed}:${index}`);
    const unit = units.get(blockUnitId(blockId(block) ?? ''));
    const kept = options.keepText || !isSaying(block) ? block : emptied(block);
    const hasWords = options.keepText || linkTargets(kept).length > 0;
    if (unit) links[blockUnitId(id)] = hasWords ? { source: unit.id, hash: '', text: '' } : linkTo(unit);
    return { ...kept, attrs: { ...kept.attrs, id } };
  });
  return { body: { type: 'doc', content }, links };
}

/**
 * The block without its text. A picture keeps its file, and a block of the site its values, which both languages show; what is
 * linked keeps its words, as the place of the link.
 */
function emptied(node: RichTextNode): RichTextNode {
  if (node.type === 'image') {
    const { alt: _alt, caption: _caption, credit: _credit, ...attrs } = node.attrs ?? {};
    return { ...node, attrs };
  }
  if (node.type === 'siteBlock') {
    const words = Object.fromEntries(Object.keys(siteBlockWords(node)).map((name) => [name, '']));
    return { ...node, attrs: { ...node.attrs, words } };
  }
  const { content, ...rest } = node;
  const inner: RichTextNode[] = [];
  let isApart = false;
  for (const child of content ?? []) {
    const isWords = child.type === 'text' || child.type === 'hardBreak';
    if (isWords && linkTargets(child).length === 0) {
      isApart = true;
      continue;
    }
    if (isWords && isApart && inner.length > 0) inner.push({ type: 'text', text: ' ' });
    inner.push(isWords ? child : emptied(child));
    isApart = false;
  }
  return inner.length > 0 ? { ...rest, content: inner } : rest;
}

/** Blocks of the translation by id, with the source block of their link, if it still exists; both may be empty. */
function linkedBlocks(source: LinkedText, { body }: LinkedText, links: TranslationLinks): Map<UnitId, UnitId> {
  const there = new Set(blockUnitIds(source.body));
  return new Map(
    blockUnitIds(body).flatMap((id): [UnitId, UnitId][] => {
      const linked = links[id]?.source;
      return linked !== undefined && there.has(linked) ? [[id, linked]] : [];
    }),
  );
}

/** The blocks that an edit wrote, also those that it wrote anew in other words. */
function rewrittenBlocks(previous: LinkedText, next: LinkedText): UnitId[] {
  const wordsOf = ({ units, body }: LinkedText) => {
    const said = new Map(units.map(({ id, text, hash }) => [id, text || hash]));
    return blockUnitIds(body).map((id) => ({ id, words: said.get(id) ?? '' }));
  };
  const isAnew = (former: string, words: string) =>
    !holdsWords(words, former) && !holdsWords(former, words) && !isAlike(former, words);
  return writtenBlocks(wordsOf(previous), wordsOf(next), isAnew);
}

function blockUnitIds(body: RichText): UnitId[] {
  return [...blockIdsOf(body)].map(blockUnitId);
}

function sayingKinds({ units, body }: LinkedText): { id: UnitId; kind: string }[] {
  const saying = new Set(units.map(({ id }) => id));
  return kindsOf(body).filter(({ id }) => saying.has(id));
}

function kindsOf({ content }: RichText): { id: UnitId; kind: string }[] {
  return content.map((block) => ({
    id: blockUnitId(blockId(block) ?? ''),
    kind: block.type === 'heading' ? `heading ${String(block.attrs?.level)}` : block.type,
  }));
}

interface Entry {
  id: string;
  kind: string;
}

/**
 * Pairs the unmatched entries of two lists. Entries that are matched and in order divide the lists; between two of them,
 * entries are paired one by one if both lists have the same kinds in the same order there, otherwise those of equal kinds at
 * the start and at the end.
 * @param partners matched entries of the right list, by id
 * @returns pairs of ids, left and right
 */
function alignInOrder(left: Entry[], right: Entry[], partners: ReadonlyMap<string, string>): [string, string][] {
  const leftPositions = new Map(left.map(({ id }, index) => [id, index]));
  const taken = new Set(partners.values());
  const anchors = right.flatMap(({ id }, index) => {
    const position = leftPositions.get(partners.get(id) ?? '');
    return position === undefined ? [] : [{ left: position, right: index }];
  });
  const inOrder = increasingPositions(anchors.map((anchor) => anchor.left)).map((index) => anchors[index]);
  const pairs: [string, string][] = [];
  let from = { left: 0, right: 0 };
  for (const anchor of [...inOrder, { left: left.length, right: right.length }]) {
    if (!anchor) continue;
    const freeLeft = left.slice(from.left, anchor.left).filter(({ id }) => !taken.has(id));
    const freeRight = right.slice(from.right, anchor.right).filter(({ id }) => !partners.has(id));
    pairs.push(...alike(freeLeft, freeRight));
    from = { left: anchor.left + 1, right: anchor.right + 1 };
  }
  return pairs;
}

function alike(left: Entry[], right: Entry[]): [string, string][] {
  const pairs: [string, string][] = [];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start]?.kind === right[start]?.kind) start++;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end)?.kind === right.at(-1 - end)?.kind) end++;
  for (let index = 0; index < start; index++) {
    pairs.push([(left[index] as Entry).id, (right[index] as Entry).id]);
  }
  for (let index = end; index > 0; index--) {
    pairs.push([(left.at(-index) as Entry).id, (right.at(-index) as Entry).id]);
  }
  return pairs;
}

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
function holdsWords(text: string, words: string): boolean {
  return text.includes(words.slice(0, SEARCHED)) && text.includes(words.slice(-SEARCHED));
}
