import type { Lexer, MarkedOptions, Token } from 'marked';
import { decodeEntities } from './decode-entities.ts';

/** A leaf directive on a line of its own: `::video{url="https://…" title="…"}`. */
export interface DirectiveToken {
  type: 'directive';
  raw: string;
  kind: string;
  /** What is between the braces. */
  members: string;
}

const DIRECTIVE = /^::([a-z0-9]+(?:-[a-z0-9]+)*)\{((?:[^"{}\n]|"[^"\n]*")*)\}[ \t]*(?:\n+|$)/;

/** The extension of marked for directives. They also end a paragraph. */
export const DIRECTIVES = {
  block: [
    (source: string): DirectiveToken | undefined => {
      const [raw, kind, members = ''] = source.startsWith('::') ? (DIRECTIVE.exec(source) ?? []) : [];
      return raw === undefined || kind === undefined ? undefined : { type: 'directive', raw, kind, members };
    },
  ],
  startBlock: [
    function (this: { lexer: Lexer }, source: string): number | undefined {
      const at = source.indexOf('\n::');
      return at < 0 ? undefined : at + 1;
    },
  ],
  childTokens: {},
  renderers: {},
} satisfies MarkedOptions['extensions'];

export function isDirective(token: Token): token is DirectiveToken {
  return token.type === 'directive';
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
