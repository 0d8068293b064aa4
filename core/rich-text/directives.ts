import { decodeEntities } from './decode-entities.ts';

/** A block of the site in Markdown, alone on a line: `::video{url="https://…" title="…"}`. */
export interface Directive {
  /** With the line breaks after it. */
  raw: string;
  kind: string;
  /** What is between the braces. */
  members: string;
}

const DIRECTIVE = /^::([a-z0-9]+(?:-[a-z0-9]+)*)\{((?:[^"{}\n]|"[^"\n]*")*)\}[ \t]*(?:\n+|$)/;

/** What stands after a wide picture in Markdown. */
export const WIDE = '{.wide}';

/** The directive at the start of a text. */
export function directiveAt(source: string): Directive | undefined {
  const [raw, kind, members = ''] = source.startsWith('::') ? (DIRECTIVE.exec(source) ?? []) : [];
  return raw === undefined || kind === undefined ? undefined : { raw, kind, members };
}

const MEMBER = /^\s*([a-zA-Z][a-zA-Z0-9]*)=(?:"([^"\n]*)"|([^\s"'=<>`]+))(?=\s|$)/;

/** The members of a directive; `rest` is what could not be read. */
export function readMembers(text: string): { members: { [name: string]: string }; rest: string } {
  const members: { [name: string]: string } = {};
  let rest = text.trim();
  for (let found = MEMBER.exec(rest); found; found = MEMBER.exec(rest)) {
    const [whole, name = '', quoted, bare = ''] = found;
    members[name] = decodeEntities(quoted ?? bare);
    rest = rest.slice(whole.length).trimStart();
  }
  return { members, rest };
}
