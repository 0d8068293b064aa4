/** An XML element; contents are escaped when written. `undefined` members are left out. */
export interface XmlElement {
  name: string;
  attributes?: { [name: string]: string | undefined };
  children?: (XmlElement | string | undefined)[];
}

/** Shorthand for an element. */
export function element(
  name: string,
  children: (XmlElement | string | undefined)[],
  attributes: { [name: string]: string | undefined } = {},
): XmlElement {
  return { name, attributes, children };
}

/** The XML declaration. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML 1.0 (section 2.2, Char) does not allow.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const SPECIAL = /[&<>"'\t\n\r]/g;
const ESCAPES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The element as well-formed text: characters that XML forbids are removed. */
export function writeXml({ name, attributes = {}, children = [] }: XmlElement): string {
  const held = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeAttribute(value)}"`))
    .join('');
  if (children.length === 0) return `<${name}${held}/>`;
  const inner = children.map((child) => {
    if (child === undefined) return '';
    return typeof child === 'string' ? escapeText(child) : writeXml(child);
  });
  return `<${name}${held}>${inner.join('')}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}

/** Parsers normalize white space in attributes to spaces unless it is escaped. */
function escapeAttribute(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(SPECIAL, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}
