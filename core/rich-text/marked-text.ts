import { collectText, LINE_BREAK } from './plain-text.ts';
import type { RichTextMark, RichTextNode } from './rich-text.ts';

/** A stretch of a text that has a mark: where it begins, and where it has ended. */
export interface MarkedStretch {
  from: number;
  to: number;
  mark: string;
  /** Where a link leads. */
  href?: string;
}

/** A text with the stretches that have marks; those of one mark follow each other and do not touch. */
export interface MarkedText {
  text: string;
  marks: MarkedStretch[];
}

/** The same text as `nodeText` gives, with its marks. */
export function markedText(node: RichTextNode): MarkedText {
  let text = '';
  const marks: MarkedStretch[] = [];
  collectText(node, (piece, own = []) => {
    const from = text.length;
    text += piece;
    for (const mark of own) addStretch(marks, { from, to: text.length, ...aboutMark(mark) });
  });
  return tidied({ text, marks });
}

/** Texts as one, with a separator between them. */
export function joinTexts(texts: readonly MarkedText[], separator: string): MarkedText {
  let text = '';
  const marks: MarkedStretch[] = [];
  for (const [index, part] of texts.entries()) {
    if (index > 0) text += separator;
    const at = text.length;
    marks.push(...part.marks.map((stretch) => ({ ...stretch, from: stretch.from + at, to: stretch.to + at })));
    text += part.text;
  }
  return { text, marks };
}

function aboutMark({ type, attrs }: RichTextMark): Pick<MarkedStretch, 'mark' | 'href'> {
  const href = attrs?.href;
  return { mark: type, ...(typeof href === 'string' && { href }) };
}

/** One that goes on where the same mark ended is part of it. */
function addStretch(marks: MarkedStretch[], stretch: MarkedStretch): void {
  const last = marks.findLast(({ mark, href }) => mark === stretch.mark && href === stretch.href);
  if (last?.to === stretch.from) last.to = stretch.to;
  else marks.push(stretch);
}

/** With the line breaks of `nodeText`, and each stretch at the same words. */
function tidied({ text, marks }: MarkedText): MarkedText {
  let lines = '';
  let done = 0;
  const breaks: { from: number; to: number; place: number }[] = [];
  for (const { 0: found, index } of text.matchAll(LINE_BREAK)) {
    lines += text.slice(done, index);
    breaks.push({ from: index, to: index + found.length, place: lines.length });
    lines += '\n';
    done = index + found.length;
  }
  lines += text.slice(done);
  const start = lines.length - lines.trimStart().length;
  const trimmed = lines.trim();
  const within = (place: number) => Math.min(Math.max(place - start, 0), trimmed.length);
  const placed = marks.map((stretch) => {
    const first = breaks.findLast(({ from }) => from <= stretch.from);
    const last = breaks.findLast(({ from }) => from < stretch.to);
    return {
      ...stretch,
      from: within(first ? first.place + 1 + Math.max(stretch.from - first.to, 0) : stretch.from),
      to: within(!last ? stretch.to : stretch.to <= last.to ? last.place : last.place + 1 + stretch.to - last.to),
    };
  });
  return { text: trimmed, marks: placed.filter(({ from, to }) => from < to) };
}
