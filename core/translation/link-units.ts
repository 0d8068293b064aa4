import { linkText, type TranslationLink, type TranslationLinks, type UnitId } from '../content/translation-link.ts';
import { type BlockIdGenerator, blockId } from '../rich-text/block-ids.ts';
import type { RichText, RichTextNode } from '../rich-text/rich-text.ts';
import { alignInOrder } from './align-in-order.ts';
import { blockOfUnit, blockUnitId, isSaying, type Unit } from './units.ts';

/** The link stored by a translation of a unit that is made now. */
export function linkTo({ id, text, hash }: Unit): TranslationLink {
  return { source: id, hash, text: linkText(text) };
}

export interface LinkedText {
  units: Unit[];
  body: RichText;
}

/**
 * Updates the links of a translation after an edit: new or changed units count as made from the current source, unchanged ones
 * keep their link. An unlinked block is matched with the source block of the same kind at the same position between linked
 * ones, if there is one.
 */
export function relink(source: LinkedText, next: LinkedText, previous: { units: Unit[]; links: TranslationLinks }) {
  const sources = new Map(source.units.map((unit) => [unit.id, unit]));
  const before = new Map(previous.units.map(({ id, hash }) => [id, hash]));
  const links: TranslationLinks = {};
  const partners = blockPartners(source, next, previous.links);
  for (const { id, hash } of next.units) {
    const partner = sources.get(blockOfUnit(id) === undefined ? id : (partners.get(id) ?? ''));
    const remembered = previous.links[id];
    if (remembered && before.get(id) === hash) links[id] = remembered;
    else if (partner) links[id] = linkTo(partner);
    else if (remembered) links[id] = remembered;
  }
  return links;
}

/**
 * Copies the block structure of the source, linked block by block: empty, or with the source's text, which counts as stale
 * until translated.
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
    if (unit) links[blockUnitId(id)] = options.keepText ? { source: unit.id, hash: '', text: '' } : linkTo(unit);
    const kept = options.keepText || !isSaying(block) ? block : emptied(block);
    return { ...kept, attrs: { ...kept.attrs, id } };
  });
  return { body: { type: 'doc', content }, links };
}

/** The block without its text. A picture keeps its file, which both languages show. */
function emptied(node: RichTextNode): RichTextNode {
  if (node.type === 'image') {
    const { alt: _alt, caption: _caption, ...attrs } = node.attrs ?? {};
    return { ...node, attrs };
  }
  const { content, ...rest } = node;
  const inner = (content ?? []).filter(({ type }) => type !== 'text' && type !== 'hardBreak').map(emptied);
  return inner.length > 0 ? { ...rest, content: inner } : rest;
}

/** Maps blocks of the translation to blocks of the source. */
function blockPartners(source: LinkedText, next: LinkedText, links: TranslationLinks): Map<UnitId, UnitId> {
  const partners = new Map<UnitId, UnitId>();
  const there = new Set(source.units.map(({ id }) => id));
  for (const { id } of next.units) {
    const linked = links[id]?.source;
    if (blockOfUnit(id) !== undefined && linked !== undefined && there.has(linked)) partners.set(id, linked);
  }
  const kinds = { left: kindsOf(source.body), right: kindsOf(next.body) };
  for (const [left, right] of alignInOrder(kinds.left, kinds.right, partners)) partners.set(right, left);
  return partners;
}

function kindsOf(body: RichText): { id: UnitId; kind: string }[] {
  return body.content.filter(isSaying).map((block) => ({
    id: blockUnitId(blockId(block) ?? ''),
    kind: block.type === 'heading' ? `heading ${String(block.attrs?.level)}` : block.type,
  }));
}
