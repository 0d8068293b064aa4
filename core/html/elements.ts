import type { DefaultTreeAdapterTypes } from 'parse5';
import { readCrop } from '../rich-text/picture-crop.ts';

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
