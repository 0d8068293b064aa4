import { parse } from 'parse5';
import { attribute, type Element, elementsIn, type Node } from './read-document.ts';

/** A text that visitors read, hear or find elsewhere, and where it is. */
export interface VisibleText {
  place: string;
  text: string;
}

/** Elements whose text is not for people, of pages and of feeds. */
const UNREAD = ['script', 'style', 'template', 'id', 'uri', 'published', 'updated'];

/** Attributes that are shown or read out. */
const SPOKEN = ['alt', 'aria-label', 'aria-description', 'title', 'placeholder', 'label'];

/** What search engines show, and who shares the page. */
const META =
  /^(?:description|author|application-name|og:(?:title|description|site_name|image:alt)|twitter:(?:title|description|image:alt))$/;

/** Members of JSON-LD that are no words. */
const CODED = /^@|^(?:inLanguage|dayOfWeek)$/;
const CODE = /^(?:https?:|\d{4}-|\d\d:|mailto:|PT\d)/;

/** The texts of a page or a feed that have letters, each as its node, attribute or member of JSON-LD has it, with single spaces. */
export function visibleTexts(html: string): VisibleText[] {
  const document = parse(html, { scriptingEnabled: false });
  const found = [...nodesIn(document), ...elementsIn(document).flatMap(saidBy)];
  return found
    .map(({ place, text }) => ({ place, text: text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => /\p{L}/u.test(text));
}

function nodesIn(node: Node, place = ''): VisibleText[] {
  if ('value' in node) return [{ place, text: node.value }];
  if (!('childNodes' in node) || ('tagName' in node && UNREAD.includes(node.tagName))) return [];
  const inside = 'tagName' in node ? node.tagName : place;
  return node.childNodes.flatMap((child) => nodesIn(child, inside));
}

function saidBy(element: Element): VisibleText[] {
  const { tagName, childNodes } = element;
  const spoken = SPOKEN.flatMap((name) => attribute(element, name) ?? []);
  const meta = attribute(element, 'property') ?? attribute(element, 'name') ?? '';
  const content = tagName === 'meta' && META.test(meta) ? [attribute(element, 'content') ?? ''] : [];
  const [data] = attribute(element, 'type') === 'application/ld+json' ? childNodes : [];
  const facts = data && 'value' in data ? wordsIn(JSON.parse(data.value)) : [];
  return [
    ...spoken.map((text) => ({ place: tagName, text })),
    ...content.map((text) => ({ place: `meta ${meta}`, text })),
    ...facts.map((text) => ({ place: 'JSON-LD', text })),
  ];
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return CODE.test(value) ? [] : [value];
  const members = Object.entries(Object(value) as object);
  return members.flatMap(([name, member]) => (CODED.test(name) ? [] : wordsIn(member)));
}
