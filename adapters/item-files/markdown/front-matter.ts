import { parse as parseToml, TomlError } from 'smol-toml';
import { type Members, membersOf } from '../foreign-text.ts';
import { linesOfJson, parseJson, parseYamlItems } from '../parse-items.ts';

/** The properties at the beginning of a Markdown file, and the text after them. Lines start at 1. */
export type FrontMatter =
  | {
      ok: true;
      properties: Members;
      lineOf(name: string): number;
      body: string;
      /** The line of the file that `body` begins on. */
      bodyLine: number;
    }
  | { ok: false; line: number; message: string };

interface Properties {
  value: unknown;
  /** The line in the properties' own text. */
  lineOf(name: string): number;
}
type Parsed = ({ ok: true } & Properties) | { ok: false; line: number; message: string };

/** Reads YAML between `---`, TOML between `+++`, or a JSON object. A text without any has no properties. */
export function readFrontMatter(file: string): FrontMatter {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const sign = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1];
  if (sign) {
    const lines = text.split('\n');
    const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === sign);
    if (end < 0) return { ok: false, line: 1, message: `the properties have no end: a line with ${sign} alone` };
    const inner = lines.slice(1, end).join('\n');
    const body = lines.slice(end + 1).join('\n');
    return withBody(sign === '---' ? readYaml(inner) : readToml(inner), 1, body, end + 2);
  }
  if (text.startsWith('{\n')) {
    const end = text.indexOf('\n}');
    const inner = end < 0 ? text : text.slice(0, end + 2);
    return withBody(readJson(inner), 0, text.slice(inner.length), inner.split('\n').length);
  }
  return { ok: true, properties: {}, lineOf: () => 1, body: text, bodyLine: 1 };
}

function withBody(parsed: Parsed, offset: number, body: string, bodyLine: number): FrontMatter {
  if (!parsed.ok) return { ...parsed, line: parsed.line + offset };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, line: 1 + offset, message: 'the properties must have names, such as title: …' };
  }
  return {
    ok: true,
    properties: membersOf(value),
    lineOf: (name) => parsed.lineOf(name) + offset,
    body,
    bodyLine,
  };
}

function readYaml(text: string): Parsed {
  const [first] = parseYamlItems(text);
  if (!first) return { ok: true, value: {}, lineOf: () => 1 };
  return first.ok ? { ...first, lineOf: (name) => first.lineOf({ path: [name] }) } : first;
}

function readJson(text: string): Parsed {
  const parsed = parseJson(text);
  const lineOf = linesOfJson(text);
  return parsed.ok ? { ...parsed, lineOf: (name) => lineOf({ path: [name] }) } : parsed;
}

function readToml(text: string): Parsed {
  try {
    const lines = new Map<string | undefined, number>();
    for (const [index, line] of text.split('\n').entries()) {
      const name = /^\s*(?:\[{1,2}\s*)?["']?([\w-]+)/.exec(line)?.[1];
      if (!lines.has(name)) lines.set(name, index + 1);
    }
    const lineOf = (name: string) => lines.get(name) ?? 1;
    // In JSON, dates are texts.
    return { ok: true, value: JSON.parse(JSON.stringify(parseToml(text))) as unknown, lineOf };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { ok: false, line: error.line, message: `not TOML: ${error.message.split('\n')[0]}` };
  }
}
