import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseJson } from '../json/parse-json.ts';
import { CALLOUT_KINDS, readCrop } from '../rich-text/node-rules.ts';
import { normalizeAttributes } from '../rich-text/normalize-rich-text.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** The attributes of an element by name. */
export function attributesOf({ attrs }: Element): { [name: string]: string } {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

/** The declarations of an element's `style`, by lower-case property. */
export function styleOf(element: Element): { [property: string]: string } {
  const declarations = (attributesOf(element).style ?? '').split(';').flatMap((declaration): [string, string][] => {
    const at = declaration.indexOf(':');
    if (at < 0) return [];
    return [
      [
        declaration.slice(0, at).trim().toLowerCase(),
        declaration
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ],
    ];
  });
  return Object.fromEntries(declarations);
}

/** The persistent id written by `writeHtml`, and what a block translates, as attributes of a node. */
export function idOf(element: Element): { id?: string; translates?: string | null } {
  const { 'data-id': id, 'data-translates': translates } = attributesOf(element);
  return { ...(id !== undefined && { id }), ...(translates !== undefined && { translates: translates || null }) };
}

/**
 * The media id of a picture: from its address, or from the attribute that `writeHtml` writes on the picture or its figure.
 * @param origin of the site
 */
export function mediaOf(image: Element, origin = '', figure?: Element): string | undefined {
  const { src = '', 'data-media': own } = attributesOf(image);
  const path = origin !== '' && src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;
  const named = own ?? (figure && attributesOf(figure)['data-media']) ?? '';
  return /^\/media\/([0-9a-f]{32})(?:\/|$)/.exec(path)?.[1] ?? /^[0-9a-f]{32}$/.exec(named)?.[0];
}

/** All descendants of an element in document order, without recursion. */
function* descendants(element: Element): Generator<DefaultTreeAdapterTypes.ChildNode> {
  const open = [element.childNodes.values()];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { value: node, done } = level.next();
    if (done) {
      open.pop();
      continue;
    }
    yield node;
    if ('childNodes' in node) open.push(node.childNodes.values());
  }
}

/** The unmodified text content of an element. */
export function textOf(element: Element): string {
  let text = '';
  for (const node of descendants(element)) {
    if ('value' in node) text += node.value;
    else if (node.nodeName === 'br') text += '\n';
  }
  return text;
}

/** All elements of a name inside another one. */
export function allInside(outer: Element, name: string): Element[] {
  return [...descendants(outer)].filter((node): node is Element => 'tagName' in node && node.tagName === name);
}

/** The width that `writeHtml` and WordPress give a picture, and its crop and credit. */
export function figureAttributes(figure: Element): object {
  const { 'data-width': width, 'data-crop': crop, 'data-credit': credit, class: names = '' } = attributesOf(figure);
  const isWide = width === 'wide' || /(?:^|\s)align(?:wide|full)(?:\s|$)/.test(names);
  return {
    ...(isWide && { width: 'wide' }),
    ...(readCrop(crop) && { crop }),
    ...(credit !== undefined && { credit }),
  };
}

/** The number of the first item, which may say it itself. */
export function startOf(list: Element): object {
  const first = list.childNodes.find((child): child is Element => 'tagName' in child && child.tagName === 'li');
  const start = (first && attributesOf(first).value) ?? attributesOf(list).start;
  return start === undefined ? {} : { start: Number(start) };
}

/** The kind of a callout. */
export function calloutOf(aside: Element): string {
  const kind = attributesOf(aside)['data-callout'] ?? '';
  return (CALLOUT_KINDS as readonly string[]).includes(kind) ? kind : CALLOUT_KINDS[0];
}

/** The text of an element of code, and its language. */
export function codeBlock(pre: Element, attrs: object): RichTextNode {
  const code = pre.childNodes.find((child) => 'tagName' in child && child.tagName === 'code') as Element | undefined;
  const given = code ? attributesOf(code) : {};
  const language = given['data-language'] ?? /(?:^|\s)lang(?:uage)?-(\S+)/.exec(given.class ?? '')?.[1];
  const text = textOf(pre);
  return {
    type: 'codeBlock',
    attrs: { ...attrs, ...(language !== undefined && { language }) },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  };
}

/**
 * A block of the site, whose members are JSON in attributes. Its contents repeat its words.
 * @param tell reports what a block cannot have
 */
export function readSiteBlock(node: Element, tell: (node: Element, message: string) => void): RichTextNode[] {
  const { 'data-site-block': kind, ...given } = attributesOf(node);
  const members = (name: string): unknown => {
    const json = given[`data-${name}`];
    if (json === undefined) return undefined;
    try {
      return parseJson(json);
    } catch {
      tell(node, `the ${name} of the block "${kind}" are left out: they are not JSON`);
      return undefined;
    }
  };
  const attrs = { ...idOf(node), kind, values: members('values'), words: members('words') };
  const isRight = normalizeAttributes('siteBlock', attrs) !== undefined;
  if (!isRight) tell(node, `the block "${kind}" is left out: that is not the key of a block`);
  return isRight ? [{ type: 'siteBlock', attrs }] : [];
}
