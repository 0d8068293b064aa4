/** An element; what it holds is escaped when it is written. A member that is `undefined` is left out. */
export interface XmlElement {
  name: string;
  attributes?: { [name: string]: string | undefined };
  children?: (XmlElement | string | undefined)[];
}

/** An element, in short. */
export function element(
  name: string,
  children: (XmlElement | string | undefined)[],
  attributes: { [name: string]: string | undefined } = {},
): XmlElement {
  return { name, attributes, children };
}

/** The first line of a document. */
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

/** The element as text, well-formed whatever it holds: characters that XML forbids are removed. */
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

/** White space in an attribute would be read as spaces. */
function escapeAttribute(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(SPECIAL, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}
