import type { Tokens } from 'marked';
import type { PageWriter, RenderedSyntax } from '#core/markdown/render-markdown.ts';
import { escapeHtml } from '#core/markup/html.ts';

/** How far an expression or the tag of an element may go. */
const REACH = 10_000;

/** How deep braces may be in each other. */
const DEPTH = 50;

/** A text of one line, or a template without values. */
const WORDS = /^\{\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)`)\s*\}$/;

const wordsIn = (expression: string) => {
  const [, ...words] = WORDS.exec(expression) ?? [];
  return words.find((one) => one !== undefined);
};

/** The length of the expression in braces at a place of a text: braces in texts and comments do not count. */
function expressionLength(source: string, from: number): number | undefined {
  const part = /\{|\}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*(?:[\s\S]*?\*\/)?|\/\/[^\n]*/g;
  const text = source.slice(from, from + REACH);
  let depth = 0;
  for (let found = part.exec(text); found; found = part.exec(text)) {
    if (found[0] === '{') depth++;
    if (found[0] === '}') depth--;
    if (depth === 0) return part.lastIndex;
    // Nothing ends behind a comment that does not.
    if (depth > DEPTH || found[0] === '/*') return undefined;
  }
  return undefined;
}

interface Tag {
  raw: string;
  name: string;
  kind: 'start' | 'end' | 'empty';
  /** Texts, and expressions with their braces. */
  attributes: Map<string, string>;
}

/** The tag at the start of a text: `<Name a="b" c={d} {...e}>`, `</Name>`, `<>`. */
function readTag(source: string): Tag | undefined {
  const [opening, closes, name = ''] = /^<(\/?)([A-Za-z][\w.:-]{0,200})?/.exec(source) ?? [];
  if (opening === undefined) return undefined;
  const attributes = new Map<string, string>();
  let at = opening.length;
  while (at < REACH) {
    at += /^\s*/.exec(source.slice(at, at + 1_000))?.[0].length ?? 0;
    const end = /^\/?>/.exec(source.slice(at, at + 2))?.[0];
    if (end) {
      const kind = closes ? 'end' : end === '/>' ? 'empty' : 'start';
      return { raw: source.slice(0, at + end.length), name, kind, attributes };
    }
    const [key = ''] = /^[A-Za-z_$][\w:.-]*\s*=?\s*/.exec(source.slice(at, at + 500)) ?? [];
    at += key.length;
    const quoted = /^(?:"[^"]*"|'[^']*')/.exec(source.slice(at, at + REACH))?.[0];
    const length = quoted?.length ?? (source[at] === '{' ? expressionLength(source, at) : undefined);
    if (length === undefined && (key === '' || key.includes('='))) return undefined;
    const value = source.slice(at, at + (length ?? 0));
    if (key !== '') attributes.set(key.replace(/\s*=\s*$/, '').trim(), quoted ? value.slice(1, -1) : value);
    at += length ?? 0;
  }
  return undefined;
}

/** `import` and `export`, up to a blank line outside of braces. */
function readModule(source: string): string | undefined {
  if (!/^(?:import|export)\s+[\w{*'"]/.test(source)) return undefined;
  for (let end = source.search(/\n[ \t]*\n|$/); ; ) {
    const text = source.slice(0, end);
    const opened = text.split('{').length - text.split('}').length;
    const more = source.slice(end + 1).search(/\n[ \t]*\n|$/);
    if (opened <= 0 || end >= source.length || end > REACH) return source.slice(0, end + 1);
    end += 1 + more;
  }
}

const IMPORT = /^import\s+(?:\*\s+as\s+)?(\w+)\s+from\s+(['"])([^'"]{1,1000})\2/gm;

/** The rest of the line if nothing stands on it. */
const restOfLine = (source: string, at: number) => /^[ \t]*(?:\n|$)/.exec(source.slice(at, at + 1_000))?.[0];

/**
 * MDX, for one text: imports, exports and values in braces are left out, and pictures that are imported get their path. Elements of
 * HTML stay; what stands in components does, as Markdown. Nothing is code because it is indented.
 */
export function mdxSyntaxes(): RenderedSyntax[] {
  const files = new Map<string, string>();
  const attributesOf = ({ attributes }: Tag) =>
    [...attributes].flatMap(([name, value]) => {
      if (!/^[a-z][\w-]*$/.test(name)) return [];
      const imported = files.get(/^\{\s*(\w+)(?:\.src)?\s*\}$/.exec(value)?.[1] ?? '');
      const text = imported ?? (value.startsWith('{') ? wordsIn(value) : value);
      return text === undefined ? [] : [` ${name}="${escapeHtml(text)}"`];
    });
  const renderTag = (token: Tokens.Generic, { tell }: PageWriter): string => {
    const tag = token.tag as Tag;
    const { name, kind, raw } = tag;
    if (/^(?:Image|Picture|img)$/.test(name)) return kind === 'end' ? '' : `<img${attributesOf(tag).join('')}>`;
    if (/^[a-z][a-z0-9]*$/.test(name))
      return kind === 'end'
        ? `</${name}>`
        : `<${name}${attributesOf(tag).join('')}>${kind === 'empty' ? `</${name}>` : ''}`;
    if (kind !== 'end' && name !== '')
      tell(token, `the component ${raw.replace(/\s+/g, ' ').slice(0, 200)} is left out; what stands inside it stays`);
    return '';
  };
  const renderValue = ({ raw }: Tokens.Generic, { tell }: PageWriter): string => {
    const value = raw.trim();
    const words = wordsIn(value);
    if (words !== undefined) return escapeHtml(words);
    if (!/^\{\s*\/\*[\s\S]*\*\/\s*\}$/.test(value))
      tell({ raw }, `the value ${value.split('\n')[0]?.slice(0, 60)} is left out`);
    return '';
  };
  const both = (
    name: string,
    start: RegExp,
    read: (source: string) => { raw: string } | undefined,
    render: RenderedSyntax['render'],
  ) =>
    (['block', 'inline'] as const).map(
      (level): RenderedSyntax => ({
        name: `${name}-${level}`,
        level,
        start,
        read(source) {
          const found = read(source);
          const rest = found && (level === 'block' ? restOfLine(source, found.raw.length) : '');
          return rest === undefined ? undefined : { ...found, type: `${name}-${level}`, raw: `${found?.raw}${rest}` };
        },
        render: (token, page) => render(token, page) + (level === 'block' ? '\n' : ''),
      }),
    );
  return [
    {
      name: 'module',
      level: 'block',
      start: /(?:import|export)\s/,
      read(source) {
        const raw = readModule(source);
        for (const [, name = '', , path = ''] of raw?.matchAll(IMPORT) ?? []) files.set(name, path);
        return raw === undefined ? undefined : { type: 'module', raw };
      },
      render({ raw }, { tell }) {
        for (const line of raw.match(/^export .*/gm) ?? [])
          tell({ raw: line }, `what a post exports is left out: ${line.slice(0, 60)}`);
        return '';
      },
    },
    ...both(
      'value',
      /\{/,
      (source) => {
        const length = expressionLength(source, 0);
        return length === undefined ? undefined : { raw: source.slice(0, length) };
      },
      renderValue,
    ),
    ...both(
      'element',
      /<[/>A-Za-z]/,
      (source) => {
        const tag = readTag(source);
        return tag && { raw: tag.raw, tag };
      },
      renderTag,
    ),
    {
      name: 'indented',
      level: 'block',
      // From four spaces on, at the start of a block alone.
      start: /[ \t](?<=^(?: {4}| {0,3}\t))[ \t]*\S/,
      read(source, lexer, _, spaces) {
        const [indent = ''] = /^[ \t]+/.exec(spaces + source) ?? [];
        const lines = (spaces + source).split('\n');
        const after = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(indent));
        const own = lines.slice(0, after < 0 ? lines.length : after);
        const text = own.map((line) => line.slice(indent.length)).join('\n');
        const raw = `${own.join('\n')}${after < 0 ? '' : '\n'}`.slice(spaces.length);
        return { type: 'indented', raw, tokens: lexer.blockTokens(text, []) };
      },
      render: ({ tokens }, { blocks }) => blocks(tokens ?? []),
    },
  ];
}
