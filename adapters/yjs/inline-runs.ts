import * as Y from 'yjs';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { readNode } from './read-rich-text.ts';
import { textChanges } from './text-changes.ts';

type Format = { [mark: string]: unknown };

/** The formatting attributes of a run, in the format of the editor's binding. */
function formatOf({ marks = [] }: RichTextNode): Format {
  return Object.fromEntries(marks.map(({ type, attrs }) => [type, attrs ?? {}]));
}

/** Creates a shared text from runs. */
export function createRuns(runs: RichTextNode[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(runs.map((run) => ({ insert: run.text ?? '', attributes: formatOf(run) })));
  return text;
}

/** Changes a shared text where its characters or formatting differ. */
export function writeRuns(text: Y.XmlText, runs: RichTextNode[]): void {
  const target = runs.map((run) => run.text ?? '').join('');
  for (const { index, remove, insert } of textChanges(readNode(text).map(textOf).join(''), target)) {
    if (remove > 0) text.delete(index, remove);
    if (insert !== '') text.insert(index, insert, {});
  }
  writeFormats(text, runs);
}

function writeFormats(text: Y.XmlText, runs: RichTextNode[]): void {
  const wanted = spansOf(runs.map((run) => ({ length: textOf(run).length, format: formatOf(run) })));
  // The current formatting is read once, since formatting does not move characters.
  const present = spansOf(
    (text.toDelta() as { insert: unknown; attributes?: Format }[]).map(({ insert, attributes = {} }) => ({
      length: typeof insert === 'string' ? insert.length : 1,
      format: attributes,
    })),
  );
  for (const span of wanted) {
    for (const other of present) {
      const from = Math.max(span.from, other.from);
      const to = Math.min(span.to, other.to);
      const difference = formatChange(other.format, span.format);
      if (from < to && difference) text.format(from, to - from, difference);
    }
  }
}

function spansOf(runs: { length: number; format: Format }[]) {
  let from = 0;
  return runs.map(({ length, format }) => {
    const span = { from, to: from + length, format };
    from = span.to;
    return span;
  });
}

function formatChange(present: Format, wanted: Format): Format | undefined {
  const change: Format = {};
  for (const name of Object.keys(present)) if (!Object.hasOwn(wanted, name)) change[name] = null;
  for (const [name, value] of Object.entries(wanted)) {
    // The value of a plain mark varies (`{}` or `true`); only its presence counts.
    const isThere = present[name] !== undefined && present[name] !== null;
    if (!isThere || (name === 'link' && hrefOf(present[name]) !== hrefOf(value))) change[name] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

function hrefOf(value: unknown): unknown {
  return (value as { href?: unknown } | null)?.href;
}

function textOf(node: RichTextNode): string {
  return node.text ?? '';
}
