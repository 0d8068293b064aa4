import type { MarkedOptions, Token } from 'marked';
import { type Directive, directiveAt } from '#core/rich-text/directives.ts';

/** A directive as marked has it. */
export interface DirectiveToken extends Directive {
  type: 'directive';
}

/** The extension of marked for directives. */
export const DIRECTIVES = {
  block: [
    (source: string): DirectiveToken | undefined => {
      const found = directiveAt(source);
      return found && { type: 'directive', ...found };
    },
  ],
  childTokens: {},
  renderers: {},
} satisfies MarkedOptions['extensions'];

export function isDirective(token: Token): token is DirectiveToken {
  return token.type === 'directive';
}
