import { decodeReferences, readTags, withoutComments } from '../svg.ts';
import { bytesOfLetters, lettersAt } from './read-bytes.ts';

/** Removes metadata from an embedded picture; `undefined` if that is impossible. */
export type StripEmbedded = (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined;

/** An attribute preceded by one space: with `\s+`, backtracking would be quadratic. */
const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/g;

const EMBEDDED = /^data:image\/(png|jpeg|webp|gif);base64,/;

/** Strings, which may contain what looks like a comment, and comments. */
const CSS_STRING_OR_COMMENT = /"[^"]*"|'[^']*'|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Removes metadata from an SVG accepted by `readSvg`, which has to accept the result too: comments, `<metadata>`, private data of editors (`inkscape:…`, `data-…`)
 * and the metadata of embedded pictures. `<title>` and `<desc>` stay, because screen readers read them.
 * @returns `undefined` if an embedded picture cannot be read
 */
export function stripSvg(bytes: Uint8Array, stripEmbedded: StripEmbedded): Uint8Array<ArrayBuffer> | undefined {
  const all = new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '');
  const drawn = withoutComments(all).trim();
  const parts: string[] = [];
  let hidden = 0;
  let at = 0;
  let element = '';
  for (const tag of readTags(drawn)) {
    if (!tag) return undefined;
    const text = drawn.slice(at, tag.start);
    if (hidden === 0) parts.push(element === 'style' ? withoutCssComments(text) : text);
    at = tag.end;
    const isMetadata = tag.name === 'metadata';
    if (tag.kind === 'end') {
      if (isMetadata && hidden > 0) hidden--;
      else if (hidden === 0) parts.push(`</${tag.name}>`);
      element = '';
      continue;
    }
    const isEmpty = tag.attributes.endsWith('/');
    element = isEmpty ? '' : tag.name;
    if (isMetadata && !isEmpty) hidden++;
    if (isMetadata || hidden > 0) continue;
    const attributes = strippedAttributes(tag.attributes, stripEmbedded);
    if (attributes === undefined) return undefined;
    parts.push(`<${tag.name}${attributes}${isEmpty ? '/' : ''}>`);
  }
  return new TextEncoder().encode(parts.join(''));
}

/** Empties comments. Without them, what they separate would become one word. */
function withoutCssComments(css: string): string {
  return css.replace(CSS_STRING_OR_COMMENT, (found) => (found.startsWith('/*') ? '/**/' : found));
}

function strippedAttributes(attributes: string, stripEmbedded: StripEmbedded): string | undefined {
  const kept: string[] = [];
  for (const [, name = '', quoted = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (!isDrawn(name)) continue;
    const value = decodeReferences(quoted.slice(1, -1)).trim();
    const embedded = EMBEDDED.exec(value);
    if (embedded) {
      const picture = stripDataAddress(value, embedded[0], stripEmbedded);
      if (picture === undefined) return undefined;
      kept.push(` ${name}="${picture}"`);
    } else {
      const inner = quoted.slice(1, -1);
      const quote = quoted[0] ?? '"';
      kept.push(` ${name}=${quote}${name === 'style' ? withoutCssComments(inner) : inner}${quote}`);
    }
  }
  return kept.join('');
}

/** Whether an attribute belongs to the drawing: it has no prefix, or one of a standard SVG namespace. */
function isDrawn(name: string): boolean {
  if (/^data-/i.test(name)) return false;
  return !name.includes(':') || /^(?:xlink:\w+|xml:(?:space|lang)|xmlns:xlink)$/.test(name);
}

function stripDataAddress(address: string, start: string, stripEmbedded: StripEmbedded): string | undefined {
  const bytes = fromBase64(address.slice(start.length).replace(/\s+/g, ''));
  const stripped = bytes && stripEmbedded(bytes);
  return stripped && start + toBase64(stripped);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return bytesOfLetters(atob(text));
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  let letters = '';
  // In chunks, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.byteLength; at += 8_192) letters += lettersAt(bytes, at, 8_192);
  return btoa(letters);
}
