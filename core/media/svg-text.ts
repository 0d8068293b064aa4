/** The start of an element with its attributes as they are written, a slash at their end included, or its end. */
export interface SvgTag {
  kind: 'start' | 'end';
  name: string;
  attributes: string;
  /** Where the tag begins in the text, and where what follows it does. */
  start: number;
  end: number;
}

const TAG = /<(?:([A-Za-z_][\w:.-]{0,99})(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)|\/([\w:.-]{1,100})\s*)>/y;

/** The tags of a drawing without comments, in order; the last one is `undefined` where there is something else. */
export function* readTags(text: string): Generator<SvgTag | undefined, void> {
  // From one tag to the next, so that a text is read once, however it was made.
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

/** A text without its comments. An unfinished one stays, and is no tag. */
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

/** A value with what its character references stand for. */
export function decodeReferences(value: string): string {
  return value.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|&(\w+);/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as never)[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
