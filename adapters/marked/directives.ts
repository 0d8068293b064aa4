import type { Lexer, MarkedOptions, Token } from 'marked';
import { type Directive, directiveAt, nextDirective } from '#core/rich-text/directives.ts';

/** A directive as marked has it. */
export interface DirectiveToken extends Directive {
  type: 'directive';
}

/** The extension of marked for directives. They also end a paragraph. */
export const DIRECTIVES = {
  block: [
    (source: string): DirectiveToken | undefined => {
      const found = directiveAt(source);
      return found && { type: 'directive', ...found };
    },
  ],
  startBlock: [
    function (this: { lexer: Lexer }, source: string): number | undefined {
      return nextDirective(source);
    },
  ],
  childTokens: {},
  renderers: {},
} satisfies MarkedOptions['extensions'];

export function isDirective(token: Token): token is DirectiveToken {
  return token.type === 'directive';
}
