import { readCrop } from './node-rules.ts';

/** A block of the site in Markdown, alone on a line: `::video{url="https://…" title="…"}`. */
export interface Directive {
  /** With the line breaks after it. */
  raw: string;
  kind: string;
  /** What is between the braces. */
  members: string;
}

const DIRECTIVE = /^::([a-z0-9]+(?:-[a-z0-9]+)*)\{((?:[^"{}\n]|"[^"\n]*")*)\}[ \t]*(?:\n+|$)/;

/** What stands after a picture in Markdown: `{.wide crop="3:2 x1 y9" credit="Ana"}`; empty if nothing is said of it. */
export function pictureBraces({ width, crop, credit }: { [name: string]: unknown }): string {
  const members = [
    ...(width === 'wide' ? ['.wide'] : []),
    ...(typeof crop === 'string' ? [`crop="${crop}"`] : []),
    ...(typeof credit === 'string' ? [`credit="${withoutSigns(credit)}"`] : []),
  ];
  return members.length > 0 ? `{${members.join(' ')}}` : '';
}

/** Maximum characters of the braces after a picture: more than a credit of the longest kind takes. Source: Meki's own. */
const MAX_BRACES = 4_000;

/** What the braces after a picture say; `undefined` for other words. A crop that there is not is left out. */
export function readPictureBraces(text: string): { width?: 'wide'; crop?: string; credit?: string } | undefined {
  if (text.length > MAX_BRACES || !text.startsWith('{') || !text.endsWith('}')) return undefined;
  const said: ReturnType<typeof readPictureBraces> = {};
  for (let rest = text.slice(1, -1).trim(); rest !== ''; ) {
    const [whole, name, quoted, bare = ''] = MEMBER.exec(rest) ?? /^\.(wide)(?=\s|$)/.exec(rest) ?? [];
    const value = decodeEntities(quoted ?? bare);
    if (whole === undefined) return undefined;
    if (whole === '.wide') said.width = 'wide';
    else if (name === 'credit') said.credit = value;
    else if (name !== 'crop') return undefined;
    else if (readCrop(value)) said.crop = value;
    rest = rest.slice(whole.length).trimStart();
  }
  return said;
}

/** A text in which whatever Markdown or HTML might read as something else is a character reference. */
export function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ,]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** The directive at the start of a text. */
export function directiveAt(source: string): Directive | undefined {
  const [raw, kind, members = ''] = source.startsWith('::') ? (DIRECTIVE.exec(source) ?? []) : [];
  return raw === undefined || kind === undefined ? undefined : { raw, kind, members };
}

const MEMBER = /^\s*([a-zA-Z][a-zA-Z0-9]*)=(?:"([^"\n]*)"|([^\s"'=<>`]+))(?=\s|$)/;

/** The members of a directive; `rest` is what could not be read. */
export function readMembers(text: string): { members: { [name: string]: string }; rest: string } {
  const members: { [name: string]: string } = {};
  let rest = text.trim();
  for (let found = MEMBER.exec(rest); found; found = MEMBER.exec(rest)) {
    const [whole, name = '', quoted, bare = ''] = found;
    members[name] = decodeEntities(quoted ?? bare);
    rest = rest.slice(whole.length).trimStart();
  }
  return { members, rest };
}

/** Supported named references; other characters can be written directly or as a number. */
const NAMED: { [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  deg: '°',
  plusmn: '±',
  micro: 'µ',
  times: '×',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  rarr: '→',
  larr: '←',
  asymp: '≈',
  le: '≤',
  ge: '≥',
};

/** Decodes the character references in Markdown text. Unknown names are kept. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? String.fromCodePoint(code) : '\ufffd';
  });
}
