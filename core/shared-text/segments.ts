import type { RichTextMark } from '../rich-text/rich-text.ts';
import { marksOf } from './runs.ts';
import type { SharedSequence } from './shared-text.ts';

/** Characters that are next to each other in the sequence and have the same marks. */
export interface Piece {
  /** The index of the first one in the sequence. */
  at: number;
  text: string;
  marks: RichTextMark[];
}

/** A marker with the characters and slots up to the next one. */
export interface Segment {
  key: string;
  /** The position among the segments. */
  index: number;
  /** The marker's values; missing for what is before the first marker. */
  marker?: { block: string; type?: unknown; attrs?: unknown; path?: unknown };
  /** The index of the marker, of the first place after it, and of the end. */
  at: number;
  start: number;
  end: number;
  pieces: Piece[];
  text: string;
  slots: { id: string; at: number }[];
}

/** The key of characters before the first marker; they are there if the person who began the text undid it. */
const START = 'start';

/** Gives characters at an index a marker: those before the first marker, behind a picture, or behind a marker like another. */
export function markCharacters(flow: SharedSequence, at: number, marker: { block: string } = { block: START }): void {
  flow.insertEmbed(at, { type: 'paragraph', ...marker });
}

/** Cuts a sequence at its markers. Unknown embedded objects are ignored. A later marker with the same key gets another key. */
export function readSegments(flow: SharedSequence): Segment[] {
  let at = 0;
  let current: Segment = { key: START, index: 0, at: 0, start: 0, end: 0, pieces: [], text: '', slots: [] };
  const segments = [current];
  for (const { insert, attributes } of flow.toDelta()) {
    if (typeof insert === 'string') {
      current.pieces.push({ at, text: insert, marks: marksOf(attributes) });
      current.text += insert;
      at += insert.length;
    } else {
      const embed = isRecord(insert) ? insert : {};
      if (isKey(embed.block)) {
        const { block: key, type, attrs, path } = embed;
        const marker = { block: key, type, attrs, path };
        current = {
          key,
          index: segments.length,
          marker,
          at,
          start: at + 1,
          end: at + 1,
          pieces: [],
          text: '',
          slots: [],
        };
        segments.push(current);
      } else if (isKey(embed.slot)) {
        current.slots.push({ id: embed.slot, at });
      }
      at += 1;
    }
    current.end = at;
  }
  return withoutDuplicates(segments);
}

/** The index in front of everything that is shown, or was moved to the start. */
export function startOf([start]: readonly Segment[]): number {
  return start?.slots[0]?.at ?? start?.end ?? 0;
}

/** Of several segments with a key, empty ones are hidden; this happens when two editors make the same repair. */
function withoutDuplicates(segments: Segment[]): Segment[] {
  for (const [key, group] of Map.groupBy(segments, (segment) => segment.key)) {
    if (group.length === 1) continue;
    const owner = group.find(({ text }) => text !== '') ?? group.at(-1);
    for (const [number, segment] of group.entries()) {
      if (segment !== owner) segment.key = segment.text === '' ? '' : `${key}~${number + 1}`;
    }
  }
  return segments;
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\w~.-]{1,100}$/.test(value);
}

export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
