import { isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, Scalar } from 'yaml';
import type { SourcedItem } from '#core/importing/sourced-item.ts';

/** A value of a file with a function that finds the lines of its parts, or the line of a syntax error. */
export type ParsedItem =
  | { ok: true; value: unknown; lineOf: SourcedItem['lineOf'] }
  | { ok: false; line: number; message: string };

/** The documents of a YAML text, each an item or a list of items. Lines start at 1. */
export function parseYamlItems(text: string): ParsedItem[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document): ParsedItem[] => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) return [{ ok: false, line: lines.linePos(fault.pos[0]).line, message: `not YAML: ${fault.message}` }];
    const root = document.contents;
    if (root === null || (isScalar(root) && root.value === null)) return [];
    try {
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      return [{ ok: true, value, lineOf: (problem) => lineOf(root as Node, lines, problem) }];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return [{ ok: false, line: lines.linePos(root.range?.[0] ?? 0).line, message: `not YAML: ${message}` }];
    }
  });
}

/** Finds the lines of values in a JSON text, which is parsed as YAML, once. */
export function linesOfJson(text: string): SourcedItem['lineOf'] {
  let parsed: ParsedItem | undefined;
  return ({ path }) => {
    parsed ??= parseYamlItems(text)[0];
    return parsed?.ok ? parsed.lineOf({ path }) : 1;
  };
}

function lineOf(root: Node, lines: LineCounter, { path, lineInText }: Parameters<SourcedItem['lineOf']>[0]): number {
  let node: unknown = root;
  let position = root.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) break;
      position = (pair.key as Scalar).range?.[0] ?? position;
      node = pair.value;
    } else if (isSeq(node) && typeof part === 'number' && node.items[part]) {
      node = node.items[part];
      position = (node as Node).range?.[0] ?? position;
    } else {
      break;
    }
  }
  const line = lines.linePos(position).line;
  if (lineInText === undefined || !isScalar(node)) return line;
  const first = lines.linePos(node.range?.[0] ?? position).line;
  const isBlock = node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
  return isBlock ? first + lineInText : first;
}
