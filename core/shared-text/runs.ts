import { normalizeMarks } from '../rich-text/normalize-rich-text.ts';
import type { RichTextMark, RichTextNode } from '../rich-text/rich-text.ts';
import { type Format, HARD_BREAK, type Run } from './shared-text.ts';

/** The normalized marks of formatted characters. */
export function marksOf(format: Format = {}): RichTextMark[] {
  return normalizeMarks(
    Object.entries(format).flatMap(([type, attrs]) => (attrs === null || attrs === undefined ? [] : { type, attrs })),
  );
}

export function formatOf(marks: readonly RichTextMark[]): Format {
  return Object.fromEntries(marks.map(({ type, attrs }) => [type, attrs ?? true]));
}

/** The formatting that turns one list of marks into another; `undefined` if they are equal. */
export function formatChange(from: readonly RichTextMark[], to: readonly RichTextMark[]): Format | undefined {
  const present = formatOf(from);
  const wanted = formatOf(to);
  const change: Format = {};
  for (const name of Object.keys(present)) if (!Object.hasOwn(wanted, name)) change[name] = null;
  for (const [name, value] of Object.entries(wanted)) {
    if (JSON.stringify(present[name]) !== JSON.stringify(value)) change[name] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Merges runs with equal marks; a hard break has none. */
export function mergeRuns(runs: Iterable<Run>, isCode: boolean): Run[] {
  const merged: Run[] = [];
  const add = (text: string, marks: RichTextMark[]) => {
    const last = merged.at(-1);
    if (text === '') return;
    if (last && JSON.stringify(last.marks) === JSON.stringify(marks)) last.text += text;
    else merged.push({ text, marks });
  };
  for (const { text, marks } of runs) {
    if (isCode) add(text, marks);
    else for (const part of text.split(/(\uFDD0)/)) add(part, part === HARD_BREAK ? [] : marks);
  }
  return merged;
}

/** The inline nodes of runs. */
export function nodesOfRuns(runs: readonly Run[], isCode: boolean): RichTextNode[] {
  const textNode = ({ text, marks }: Run): RichTextNode => ({
    type: 'text',
    ...(marks.length > 0 && { marks }),
    text: text.toWellFormed(),
  });
  if (isCode) return runs.map(textNode);
  return runs.flatMap(({ text, marks }) =>
    text.split(/(\uFDD0)/).flatMap((part): RichTextNode[] => {
      if (part === '') return [];
      return [part === HARD_BREAK ? { type: 'hardBreak' } : textNode({ text: part, marks })];
    }),
  );
}

/** The runs of inline nodes. */
export function runsOfNodes(nodes: readonly RichTextNode[], isCode: boolean): Run[] {
  return mergeRuns(
    nodes.flatMap(({ type, text, marks }): Run[] => {
      if (type === 'hardBreak') return [{ text: HARD_BREAK, marks: [] }];
      return typeof text === 'string' ? [{ text: text.toWellFormed(), marks: normalizeMarks(marks ?? []) }] : [];
    }),
    isCode,
  );
}
