import type { Locale } from '#core/locales/locale.ts';
import { readLinks, type ShownLink } from '#core/public-content/read-links.ts';
import { anchorOfFragment, type FormerAnchor, type HeadingEntry, headingEntries } from '#core/rich-text/headings.ts';
import { fragmentOf, itemOfLink, linkToItem, readFieldLink } from '#core/rich-text/link-target.ts';
import {
  filesIn,
  linkedItems,
  nodeText,
  pictures,
  type RichText,
  type RichTextNode,
  siteBlockAttributesOf,
  siteBlockReferences,
  siteBlocksIn,
} from '#core/rich-text/rich-text.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { readSiteBlock, siteBlockFlaw } from '#core/site-blocks/read-site-block.ts';
import { itemsOf } from '#core/site-blocks/site-block.ts';
import type { PageServices } from '../../context/context.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import { type CardData, cardsData } from '../cards/card-data.ts';
import { type FileData, readFiles } from '../files/file-data.ts';
import { croppedBy, type FilePicture, movingIn, readPictures } from '../pictures/picture-data.ts';
import type { PreparedText } from './rich-text-view.tsx';
import type { SiteBlockProps } from './site-block-views.ts';

/**
 * Adds anchors to a text's headings, names to its tables and the forms of its pictures, and resolves its links to items to
 * addresses in a language. A link to an item that is not public there becomes plain text: an item's id may
 * reveal the title of a draft, so it must not be in a page.
 * @param anchorPrefix of the headings' anchors, for the text of a field, whose headings are one level lower
 * @param former anchors of the publication, which its headings keep
 */
export async function prepareText(
  services: PageServices,
  locale: Locale,
  richText: RichText,
  anchorPrefix = '',
  former: readonly FormerAnchor[] = [],
): Promise<{ text: PreparedText; headings: HeadingEntry[] }> {
  const { config, content } = services;
  const entries = headingEntries(richText, anchorPrefix);
  const ids = linkedItems(richText);
  const [cards, shown, files] = await Promise.all([
    ids.length > 0 ? content.cards(locale, ids) : [],
    readPictures(services, locale, pictures(richText)),
    readFiles(services, locale, filesIn(richText)),
  ]);
  const inBlocks = new Set(siteBlocksIn(richText).flatMap((block) => siteBlockReferences(block).links));
  const ofBlocks = cards.filter(({ itemId }) => inBlocks.has(linkToItem(itemId)));
  const shownCards = ofBlocks.length > 0 ? await cardsData(services, locale, ofBlocks) : [];
  // The text of a field stands below its heading.
  const level = ({ attrs }: RichTextNode) =>
    anchorPrefix === '' ? {} : { level: Math.min(4, Number(attrs?.level ?? 2) + 1) };
  const found: Found = {
    paths: new Map(cards.map((card) => [card.itemId, itemPath(config, locale, card)])),
    pictures: shown,
    files,
    cards: new Map(ofBlocks.flatMap(({ itemId }, index) => (shownCards[index] ? [[itemId, shownCards[index]]] : []))),
    links: await readBlockLinks(services, locale, richText),
    blockOf: (node) => siteBlockProps(config, locale, node, found),
    anchors: new Set([...[...entries.values()].map(({ anchor }) => anchor), ...former.map(({ anchor }) => anchor)]),
  };
  const formerOf = Map.groupBy(former, ({ block }) => block);
  return {
    text: {
      doc: {
        type: 'doc',
        content: withFileLists(richText.content).flatMap((block) => {
          const { id, ...attrs } = block.attrs ?? {};
          const anchor = entries.get(block)?.anchor;
          if (!anchor) return prepareNode({ ...block, attrs }, found);
          const formerAnchors = formerOf.get(String(id))?.map((one) => one.anchor);
          const anchors = { anchor, ...(formerAnchors && { formerAnchors }) };
          return prepareNode({ ...block, attrs: { ...attrs, ...level(block), ...anchors } }, found);
        }),
      },
    },
    headings: [...entries.values()],
  };
}

/** What the nodes of a text show. */
interface Found {
  /** By item. */
  paths: ReadonlyMap<string, string>;
  /** By media file. */
  pictures: ReadonlyMap<string, FilePicture>;
  /** By file. */
  files: ReadonlyMap<string, FileData>;
  /** Of this text. */
  anchors: ReadonlySet<string>;
  /** Where links of blocks of the site lead, by their values. */
  links: ReadonlyMap<unknown, ShownLink>;
  /** Of items that blocks of the site name. */
  cards: ReadonlyMap<string, CardData>;
  blockOf(node: RichTextNode): SiteBlockProps | undefined;
}

/** @returns nothing for a picture or files that do not exist, a gallery of such, or a block of the site that its definition does not know or allow. */
function prepareNode<N extends RichTextNode>(node: N, found: Found): N[] {
  if (node.type === 'image') {
    const { media, crop, ...attrs } = node.attrs ?? {};
    const shown = found.pictures.get(String(media));
    if (!shown) return [];
    const { picture, credit, ...said } = shown;
    // An empty caption of the text says that none is wanted, and no credit of the file either.
    const below = attrs.caption !== '' && credit !== undefined && { credit };
    return [{ ...node, attrs: { ...said, ...below, ...attrs, picture: croppedBy(movingIn(picture), crop) } }];
  }
  if (node.type === 'files') {
    const files = filesIn(node).flatMap((id) => found.files.get(id) ?? []);
    return files.length > 0 ? [{ ...node, content: [], attrs: { files } }] : [];
  }
  if (node.type === 'siteBlock') {
    const block = found.blockOf(node);
    return block ? [{ ...node, attrs: { kind: node.attrs?.kind, block } }] : [];
  }
  const marks = node.marks?.flatMap((mark) => {
    if (mark.type !== 'link') return mark;
    const href = addressOf(String(mark.attrs?.href ?? ''), found);
    return href === undefined ? [] : { ...mark, attrs: { ...mark.attrs, href } };
  });
  const content = node.content && withFileLists(node.content).flatMap((child) => prepareNode(child, found));
  if (node.type === 'gallery' && !content?.length) return [];
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

/** Files that follow each other as one list: nodes `files`, which contain them. */
function withFileLists(nodes: readonly RichTextNode[]): RichTextNode[] {
  const listed: RichTextNode[] = [];
  for (const node of nodes) {
    const last = listed.at(-1);
    if (node.type !== 'file') listed.push(node);
    else if (last?.type === 'files') last.content?.push(node);
    else listed.push({ type: 'files', content: [node] });
  }
  return listed;
}

/** Where a link leads on the page; `undefined` for an item that is not public in the language. */
function addressOf(href: string, { paths, anchors }: Found): string | undefined {
  const fragment = fragmentOf(href);
  const anchor = fragment && anchorOfFragment(fragment);
  const item = itemOfLink(href);
  // What a block of the site may have as an id is left as it is.
  if (item === undefined) return href.startsWith('#') && anchors.has(anchor) ? `#${anchor}` : href;
  const path = paths.get(item);
  // The address of a question has a fragment already.
  return path === undefined || anchor === '' || path.includes('#') ? path : `${path}#${anchor}`;
}

/** Where the values of blocks lead that are those of a field of the kind `link`. */
async function readBlockLinks(
  { config, content }: PageServices,
  locale: Locale,
  richText: RichText,
): Promise<Found['links']> {
  const values = siteBlocksIn(richText)
    .flatMap((block) => Object.values(siteBlockAttributesOf(block).values))
    .filter(readFieldLink);
  if (values.length === 0) return new Map();
  const t = createServerTranslator(locale);
  return readLinks(content, config, locale, {
    values,
    names: { search: t('search.title'), feed: t('footer.feed') },
  });
}

/** What a block shows. The ids of items and files that it names are left out: they may reveal the title of a draft. */
function siteBlockProps(
  { blocks = [], tags }: SiteConfig,
  locale: Locale,
  node: RichTextNode,
  found: Found,
): SiteBlockProps | undefined {
  const definition = blocks.find(({ key }) => key === node.attrs?.kind);
  if (!definition || siteBlockFlaw(blocks, node)) return undefined;
  const { contents } = readSiteBlock(definition, node);
  const props: SiteBlockProps = { contents: {}, labels: {}, pictures: {}, links: {}, cards: {}, locale };
  for (const field of definition.fields) {
    const { key } = field;
    const value = contents[key];
    if (value === undefined) continue;
    if (field.kind === 'media') {
      const { picture, ...said } = found.pictures.get(String(value)) ?? {};
      if (picture) props.pictures[key] = { alt: '', ...said, ...picture };
    } else if (field.kind === 'link') {
      const href = readFieldLink(value) ? found.links.get(value)?.href : addressOf(String(value), found);
      if (href !== undefined) props.links[key] = href;
    } else if (field.kind === 'items') {
      props.cards[key] = itemsOf(value).flatMap((id) => found.cards.get(id) ?? []);
    } else {
      props.contents[key] = value;
      const choice = field.kind === 'choice' && field.choices.find((one) => one.value === value);
      if (choice) props.labels[key] = choice.labels[locale] ?? choice.value;
      if (field.kind === 'topic') props.labels[key] = tags[String(value)]?.[locale] ?? String(value);
    }
  }
  return props;
}

/** The name of a table for screen readers: its columns, from its first row with text. */
function tableName({ content = [] }: RichTextNode): string {
  const row = content.find((one) => nodeText(one) !== '');
  return (row?.content ?? []).map(nodeText).filter(Boolean).join(', ');
}
