/** A start tag with its raw attributes, including a trailing slash, or an end tag. */
export interface SvgTag {
  kind: 'start' | 'end';
  name: string;
  attributes: string;
  /** Offsets of the tag's start and end in the text. */
  start: number;
  end: number;
}

const TAG = /<(?:([A-Za-z_][\w:.-]{0,99})(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)|\/([\w:.-]{1,100})\s*)>/y;

/** The tags of an SVG without comments, in order; the last one is `undefined` if the text is malformed. */
export function* readTags(text: string): Generator<SvgTag | undefined, void> {
  // From tag to tag, so that the time is linear for any text.
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = start;
    const found = TAG.exec(text);
    if (!found) return yield undefined;
    const end = TAG.lastIndex;
    const [, opened, attributes = '', ended = ''] = found;
    yield opened === undefined
      ? { kind: 'end', name: ended, attributes: '', start, end }
      : { kind: 'start', name: opened, attributes, start, end };
    TAG.lastIndex = end;
  }
}

/** Removes comments. An unterminated one stays, and is not a tag. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return [...parts, text.slice(at)].join('');
    parts.push(text.slice(at, start));
    at = end + 3;
  }
}

const NAMED_REFERENCES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Decodes the character references of a value. */
export function decodeReferences(value: string): string {
  // Any number of zeros may precede a number.
  return value.replace(/&#(?:x([0-9a-f]+)|(\d+));?|&(\w+);/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED_REFERENCES.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
