/** A part of a text: what begins with `opening`, or what stands between such parts. */
export interface TextPart {
  text: string;
  at: number;
  opening?: RegExpExecArray;
}

/**
 * Splits a text at what begins with `opening` and ends with its closing, in one pass: a regular expression with both looks for a
 * closing that is missing from each opening again. What has no end is no part of its own.
 * @param opening global; fails at the latest where the next one may begin
 * @param closingOf what ends a part, in any case; `undefined` if the opening is all of it
 */
export function* enclosedParts(
  text: string,
  opening: RegExp,
  closingOf: (opening: RegExpExecArray) => string | undefined,
): Generator<TextPart> {
  /** The next place of each closing. */
  const places = new Map<string, { at: number; end: number }>();
  const indexOf = (closing: string, from: number): number => {
    const pattern = new RegExp(closing.replace(/\W/g, '\\$&'), 'gi');
    pattern.lastIndex = from;
    const at = /[a-z]/i.test(closing) ? pattern.exec(text)?.index : text.indexOf(closing, from);
    return at === undefined || at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const endOf = (closing: string, from: number): number => {
    const known = places.get(closing);
    if (known && known.at >= from) return known.end;
    const at = indexOf(closing, from);
    places.set(closing, { at, end: at + closing.length });
    return at + closing.length;
  };
  let at = 0;
  const pattern = new RegExp(opening);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const closing = closingOf(found);
    const end = closing === undefined ? pattern.lastIndex : endOf(closing, pattern.lastIndex);
    if (end === Number.POSITIVE_INFINITY) continue;
    if (found.index > at) yield { text: text.slice(at, found.index), at };
    yield { text: text.slice(found.index, end), at: found.index, opening: found };
    at = pattern.lastIndex = end;
  }
  if (at < text.length) yield { text: text.slice(at), at };
}

/** Replaces the parts that `enclosedParts` finds. */
export function replaceEnclosed(
  text: string,
  opening: RegExp,
  closingOf: (opening: RegExpExecArray) => string | undefined,
  replace: (part: Required<TextPart>) => string,
): string {
  const parts: string[] = [];
  for (const { text: own, at, opening: found } of enclosedParts(text, opening, closingOf)) {
    parts.push(found ? replace({ text: own, at, opening: found }) : own);
  }
  return parts.join('');
}

/** Tells the line, from 1, of places of a text that never go back. */
export function lineFinder(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}
