import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { parseJson as parse } from '#core/json/parse-json.ts';

type JsonReading = { ok: true; value: unknown } | { ok: false; line: number; message: string };

/** Parses JSON, or finds the line (from 1) of the syntax error. */
export function parseJson(text: string): JsonReading {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s*\n\s*/g, ' ') : String(error);
    return { ok: false, line: text.slice(0, viableLength(text)).split('\n').length, message: `not JSON: ${message}` };
  }
}

/** The length of the longest prefix that is not yet invalid JSON. The engine's own errors often lack a position. */
function viableLength(text: string): number {
  let viable = 0;
  let beyond = text.length + 1;
  while (beyond - viable > 1) {
    const length = (viable + beyond) >> 1;
    if (isViable(text.slice(0, length))) viable = length;
    else beyond = length;
  }
  return viable;
}

function isViable(start: string): boolean {
  try {
    parse(start);
    return true;
  } catch (error) {
    const message = String(error);
    const position = / at position (\d+)/.exec(message)?.[1];
    return /Unexpected end/.test(message) || (position !== undefined && Number(position) >= start.length);
  }
}

/** A value of a file with a function that finds the lines of its parts, or the line of a syntax error. */
export type ParsedItem =
  | { ok: true; value: unknown; lineOf: SourcedItem['lineOf'] }
  | { ok: false; line: number; message: string };

/** The documents of a YAML text, each an item or a list of items. Lines start at 1. */
export function parseYamlItems(text: string): ParsedItem[] {
  const lines = new LineCounter();
  // The parser compares each key with all others of its map: repeated ones are found below.
  const options = { lineCounter: lines, prettyErrors: false, version: '1.2', uniqueKeys: false } as const;
  const documents = parseAllDocuments(text, options);
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document): ParsedItem[] => {
    const [fault = keyFault(document)] = [...document.errors, ...document.warnings];
    if (fault) return [{ ok: false, line: lines.linePos(fault.pos[0]).line, message: `not YAML: ${fault.message}` }];
    const root = document.contents;
    if (root === null || (isScalar(root) && root.value === null)) return [];
    try {
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      JSON.stringify(value); // Throws if something contains itself, or is nested too deeply.
      return [{ ok: true, value, lineOf: (problem) => lineOf(root as Node, lines, problem) }];
    } catch (error) {
      const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
      return [{ ok: false, line: lines.linePos(root.range?.[0] ?? 0).line, message: `not YAML: ${message}` }];
    }
  });
}

/** A key that its map has had before, or that is no text: the parser writes those as texts, which nested ones make endless. */
function keyFault(document: Document): { pos: [number]; message: string } | undefined {
  let fault: { pos: [number]; message: string } | undefined;
  visit(document, {
    Map(_, { items, range }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : undefined;
        const message = !isScalar(key) ? 'Map keys must be texts' : known.has(value) ? 'Map keys must be unique' : '';
        const at = (isNode(key) ? key.range?.[0] : undefined) ?? range?.[0] ?? 0;
        if (message !== '') fault ??= { pos: [at], message };
        known.add(value);
      }
      return fault && visit.BREAK;
    },
  });
  return fault;
}

/** Finds the lines of values in a JSON text, which is parsed as YAML, once. */
export function linesOfJson(text: string): SourcedItem['lineOf'] {
  let parsed: ParsedItem | undefined;
  return ({ path }) => {
    parsed ??= parseYamlItems(text)[0];
    return parsed?.ok ? parsed.lineOf({ path }) : 1;
  };
}

const PAIRS = new WeakMap<YAMLMap, Map<string, Pair>>();

/** The pairs of a map by their keys, which are collected once. */
function pairsOf(map: YAMLMap): Map<string, Pair> {
  const known = PAIRS.get(map);
  if (known) return known;
  const pairs = new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
  PAIRS.set(map, pairs);
  return pairs;
}

function lineOf(root: Node, lines: LineCounter, { path, lineInText }: Parameters<SourcedItem['lineOf']>[0]): number {
  let node: unknown = root;
  let position = root.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = pairsOf(node).get(String(part));
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
