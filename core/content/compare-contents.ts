import { sameContents } from '../documents/compare-values.ts';
import { contentHash } from '../documents/content-hash.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { joinTexts, type MarkedStretch, type MarkedText, markedText } from '../rich-text/marked-text.ts';
import { type RichText, type RichTextNode, shownIn } from '../rich-text/rich-text.ts';
import type { FieldValues } from './item.ts';

/** The contents of one language of an item that are compared; drafts, revisions and saved versions all provide them. */
export interface ComparedContent {
  title: string;
  slug: string;
  summary: string;
  seo: { title?: string; description?: string };
  body: RichText;
  fields: FieldValues;
  /** The shared byline. */
  author?: string;
  /** The byline of the language. */
  ownAuthor?: string;
  tags: string[];
  /** The media file of the picture. */
  cover?: string;
  /** The alternative text of the picture. */
  coverAlt?: string;
}

export type Difference = 'same' | 'changed' | 'added' | 'removed' | 'moved';

/** A part of the contents with its plain text on both sides; a side without it is missing. */
interface Compared {
  difference: Difference;
  before?: string;
  after?: string;
  /** The links and marks of each side, if any. */
  marksBefore?: MarkedStretch[];
  marksAfter?: MarkedStretch[];
}

/** `title`, `slug`, `summary`, `seo.title`, `seo.description`, `author`, `author.own`, `tags`, `cover`, `cover.alt`, or `field:{key}`. */
export interface ComparedPart extends Compared {
  part: string;
  /** Media file of the cover on each side. */
  mediaBefore?: string;
  mediaAfter?: string;
}

export interface ComparedBlock extends Compared {
  /** The persistent id, if the block has one. */
  block?: string;
  /** `paragraph`, `heading`, `image`, … on the later side, else on the earlier one. */
  type: string;
  /** For a changed block: whether it was also moved. */
  alsoMoved?: boolean;
  /** Its pictures on each side, if any. */
  mediaBefore?: string[];
  mediaAfter?: string[];
}

export interface Comparison {
  parts: ComparedPart[];
  /** In the order of the later side; removed blocks are at their old position. */
  blocks: ComparedBlock[];
}

/** The differences between two contents. Parts that are empty on both sides are left out. */
export function compareContents(before: ComparedContent, after: ComparedContent): Comparison {
  const parts = [
    ...compareTexts(before, after),
    ...comparePart('author', before.author ?? '', after.author ?? ''),
    ...comparePart('author.own', before.ownAuthor ?? '', after.ownAuthor ?? ''),
    ...comparePart('tags', before.tags.toSorted().join(', '), after.tags.toSorted().join(', ')),
    ...compareCovers(before, after),
    ...comparePart('cover.alt', before.coverAlt ?? '', after.coverAlt ?? ''),
    ...compareFields(before.fields, after.fields),
  ];
  const blocks = compareBlocks(before.body, after.body);
  return { parts, blocks };
}

function compareTexts(before: ComparedContent, after: ComparedContent): ComparedPart[] {
  const texts = ({ title, slug, summary, seo }: ComparedContent): [string, string][] => [
    ['title', title],
    ['slug', slug],
    ['summary', summary],
    ['seo.title', seo.title ?? ''],
    ['seo.description', seo.description ?? ''],
  ];
  const later = new Map(texts(after));
  return texts(before).flatMap(([part, text]) => comparePart(part, text, later.get(part) ?? ''));
}

function comparePart(part: string, before: string, after: string, isSame = before === after): ComparedPart[] {
  if (before === '' && after === '' && isSame) return [];
  return [{ part, ...compared(before || undefined, after || undefined, isSame) }];
}

function compared(before: string | undefined, after: string | undefined, isSame: boolean): Compared {
  const difference: Difference = isSame
    ? 'same'
    : before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : 'changed';
  return { difference, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function compareCovers(
  { cover: mediaBefore }: ComparedContent,
  { cover: mediaAfter }: ComparedContent,
): ComparedPart[] {
  if (mediaBefore === undefined && mediaAfter === undefined) return [];
  const { difference } = compared(mediaBefore, mediaAfter, mediaBefore === mediaAfter);
  return [
    {
      part: 'cover',
      difference,
      ...(mediaBefore !== undefined && { mediaBefore }),
      ...(mediaAfter !== undefined && { mediaAfter }),
    },
  ];
}

function compareFields(before: FieldValues, after: FieldValues): ComparedPart[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    compareField(`field:${key}`, wordsOf(before[key]), wordsOf(after[key]), {
      isSame: sameContents(before[key] ?? null, after[key] ?? null),
    }),
  );
}

function compareField(
  part: string,
  before: MarkedText,
  after: MarkedText,
  { isSame }: { isSame: boolean },
): ComparedPart[] {
  return comparePart(part, before.text, after.text, isSame).map((compared) => ({
    ...compared,
    ...marksOf(before, after),
  }));
}

function marksOf(before: MarkedText | undefined, after: MarkedText | undefined) {
  return {
    ...(before && before.marks.length > 0 && { marksBefore: before.marks }),
    ...(after && after.marks.length > 0 && { marksAfter: after.marks }),
  };
}

/** A value as text: plain text as it is, rich text with its links and marks, list entries on separate lines. */
function wordsOf(value: unknown): MarkedText {
  if (value === undefined || value === null) return { text: '', marks: [] };
  if (typeof value !== 'object') return { text: String(value), marks: [] };
  if (Array.isArray(value)) return joinTexts(value.map(wordsOf), '\n');
  const { type, content } = value as { type?: unknown; content?: unknown };
  if (type === 'doc' && Array.isArray(content)) return markedText(value as RichText);
  const texts = Object.values(value).map(wordsOf);
  return joinTexts(
    texts.filter(({ text }) => text !== ''),
    ' · ',
  );
}

function compareBlocks(before: RichText, after: RichText): ComparedBlock[] {
  const [former, latter] = [printed(before), printed(after)];
  const partners = blockPartners(former, latter);
  const places = latter.map((_, index) => partners.get(index));
  const matched = places.flatMap((place, index) => (place === undefined ? [] : [{ place, index }]));
  const inOrder = new Set(increasingPositions(matched.map(({ place }) => place)).map((at) => matched[at]?.index));
  const blocks: ComparedBlock[] = [];
  const kept = new Set(places);
  const gone = [...former.entries()].filter(([index]) => !kept.has(index));
  let told = 0;
  const addRemoved = (until: number) => {
    for (let next = gone[told]; next && next[0] < until; next = gone[++told]) {
      const [, { block }] = next;
      blocks.push({ ...about(block), difference: 'removed', ...sides(block, undefined) });
    }
  };
  for (const [index, { block, print }] of latter.entries()) {
    const place = places[index];
    const partner = place === undefined ? undefined : former[place];
    if (place === undefined || !partner) {
      blocks.push({ ...about(block), difference: 'added', ...sides(undefined, block) });
      continue;
    }
    const isMoved = !inOrder.has(index);
    if (!isMoved) addRemoved(place);
    const isSame = partner.print === print;
    const difference: Difference = isSame ? (isMoved ? 'moved' : 'same') : 'changed';
    blocks.push({
      ...about(block),
      difference,
      ...sides(partner.block, block),
      ...(!isSame && isMoved && { alsoMoved: true }),
    });
  }
  addRemoved(Number.POSITIVE_INFINITY);
  return blocks;
}

/** A block with its fingerprint. */
interface PrintedBlock {
  block: RichTextNode;
  print: string;
}

function printed({ content }: RichText): PrintedBlock[] {
  return content.map((block) => ({ block, print: fingerprint(block) }));
}

/** Maps indexes of the later side to the same block's index on the earlier side: matched by persistent id, else by contents. */
function blockPartners(before: readonly PrintedBlock[], after: readonly PrintedBlock[]): Map<number, number> {
  const partners = new Map<number, number>();
  const byId = new Map(before.map(({ block }, index) => [blockId(block), index]));
  const taken = new Set<number>();
  for (const [index, { block }] of after.entries()) {
    const id = blockId(block);
    const place = id === undefined ? undefined : byId.get(id);
    if (place === undefined || taken.has(place)) continue;
    partners.set(index, place);
    taken.add(place);
  }
  const free = [...before.keys()].filter((index) => !taken.has(index));
  const byPrint = Map.groupBy(free, (index) => before[index]?.print);
  const waiting = new Map([...byPrint].map(([print, places]) => [print, places.values()]));
  for (const [index, { print }] of after.entries()) {
    if (partners.has(index)) continue;
    const place = waiting.get(print)?.next().value;
    if (place !== undefined) partners.set(index, place);
  }
  return partners;
}

function about(block: RichTextNode): { block?: string; type: string } {
  const id = blockId(block);
  return { ...(id !== undefined && { block: id }), type: block.type };
}

function sides(before: RichTextNode | undefined, after: RichTextNode | undefined) {
  const mediaBefore = before ? shownIn(before) : [];
  const mediaAfter = after ? shownIn(after) : [];
  const former = before && markedText(before);
  const latter = after && markedText(after);
  return {
    ...(former && { before: former.text }),
    ...(latter && { after: latter.text }),
    ...marksOf(former, latter),
    ...(mediaBefore.length > 0 && { mediaBefore }),
    ...(mediaAfter.length > 0 && { mediaAfter }),
  };
}

/** Hash of a block without its id. */
function fingerprint({ attrs, ...block }: RichTextNode): string {
  return contentHash({ ...block, attrs: { ...attrs, id: undefined } });
}
