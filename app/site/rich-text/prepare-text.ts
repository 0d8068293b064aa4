import type { Locale } from '#core/locales/locale.ts';
import { type HeadingEntry, headingEntries } from '#core/rich-text/headings.ts';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { linkedItems } from '#core/rich-text/links.ts';
import { pictures } from '#core/rich-text/pictures.ts';
import { nodeText } from '#core/rich-text/plain-text.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';
import { type PictureData, readPictures } from '../pictures/picture-data.ts';
import type { PreparedText } from './rich-text-view.tsx';

/**
 * Adds anchors to a text's headings, names to its tables and the forms of its pictures, and resolves its links to items to
 * addresses in a language. A link to an item that is not public there becomes plain text: an item's id may
 * reveal the title of a draft, so it must not be in a page.
 * @param anchorPrefix of the headings' anchors, for the text of a field, whose headings are one level lower
 */
export async function prepareText(
  services: PageServices,
  locale: Locale,
  richText: RichText,
  anchorPrefix = '',
): Promise<{ text: PreparedText; headings: HeadingEntry[] }> {
  const { config, content } = services;
  const entries = headingEntries(richText, anchorPrefix);
  const ids = linkedItems(richText);
  const [cards, shown] = await Promise.all([
    ids.length > 0 ? content.cards(locale, ids) : [],
    readPictures(services, pictures(richText)),
  ]);
  // The text of a field stands below its heading.
  const level = ({ attrs }: RichTextNode) =>
    anchorPrefix === '' ? {} : { level: Math.min(4, Number(attrs?.level ?? 2) + 1) };
  const paths = new Map(cards.map((card) => [card.itemId, itemPath(config, locale, card)]));
  return {
    text: {
      doc: {
        type: 'doc',
        content: richText.content.flatMap((block) => {
          const { id: _, ...attrs } = block.attrs ?? {};
          const anchor = entries.get(block)?.anchor;
          return prepareNode({ ...block, attrs: anchor ? { ...attrs, ...level(block), anchor } : attrs }, paths, shown);
        }),
      },
    },
    headings: [...entries.values()],
  };
}

/** @returns nothing for a picture that does not exist. */
function prepareNode<N extends RichTextNode>(
  node: N,
  paths: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, PictureData>,
): N[] {
  if (node.type === 'image') {
    const { media, ...attrs } = node.attrs ?? {};
    const picture = shown.get(String(media));
    return picture ? [{ ...node, attrs: { ...attrs, picture } }] : [];
  }
  const marks = node.marks?.flatMap((mark) => {
    const id = itemOfLink(String(mark.attrs?.href ?? ''));
    if (mark.type !== 'link' || id === undefined) return mark;
    const href = paths.get(id);
    return href === undefined ? [] : { ...mark, attrs: { ...mark.attrs, href } };
  });
  const content = node.content?.flatMap((child) => prepareNode(child, paths, shown));
  const name = node.type === 'table' ? tableName(node) : '';
  return [
    {
      ...node,
      ...(marks && { marks }),
      ...(content && { content }),
      ...(name && { attrs: { ...node.attrs, name } }),
    },
  ];
}

/** The name of a table for screen readers: its columns, from its first row with text. */
function tableName({ content = [] }: RichTextNode): string {
  const row = content.find((one) => nodeText(one) !== '');
  return (row?.content ?? []).map(nodeText).filter(Boolean).join(', ');
}
