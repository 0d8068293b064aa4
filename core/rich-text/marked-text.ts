import { collectText, LINE_BREAK, type RichTextMark, type RichTextNode } from './rich-text.ts';

/** A range of a text with a mark; the end is exclusive. */
export interface MarkedStretch {
  from: number;
  to: number;
  mark: string;
  /** The address of a link. */
  href?: string;
}

/** A text with its marked ranges; ranges of the same mark are sorted and do not touch. */
export interface MarkedText {
  text: string;
  marks: MarkedStretch[];
}

/** The text of `nodeText` with its marks, and with the values of blocks of the site: all that a comparison shows. */
export function markedText(node: RichTextNode): MarkedText {
  let text = '';
  const marks: MarkedStretch[] = [];
  const latest = new Map<string, MarkedStretch>();
  collectText(
    node,
    (piece, own = []) => {
      const from = text.length;
      text += piece;
      for (const { mark, href } of own.map(aboutMark)) {
        const key = `${mark} ${href ?? ''}`;
        const last = latest.get(key);
        // Extends the previous range of the same mark.
        if (last?.to === from) {
          last.to = text.length;
          continue;
        }
        const stretch = { from, to: text.length, mark, ...(href !== undefined && { href }) };
        marks.push(stretch);
        latest.set(key, stretch);
      }
    },
    true,
  );
  return tidied({ text, marks });
}

/** Joins texts with a separator. */
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

interface Break {
  from: number;
  to: number;
  /** Its offset in the tidied text. */
  place: number;
}

/** Collapses line breaks as `nodeText` does, and adjusts the ranges. */
function tidied({ text, marks }: MarkedText): MarkedText {
  let lines = '';
  let done = 0;
  const breaks: Break[] = [];
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
    const first = lastBefore(breaks, stretch.from + 1);
    const last = lastBefore(breaks, stretch.to);
    return {
      ...stretch,
      from: within(first ? first.place + 1 + Math.max(stretch.from - first.to, 0) : stretch.from),
      to: within(!last ? stretch.to : stretch.to <= last.to ? last.place : last.place + 1 + stretch.to - last.to),
    };
  });
  return { text: trimmed, marks: placed.filter(({ from, to }) => from < to) };
}

/** The last break that starts before a position; breaks are sorted. */
function lastBefore(breaks: readonly Break[], place: number): Break | undefined {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle]?.from ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return breaks[low - 1];
}
