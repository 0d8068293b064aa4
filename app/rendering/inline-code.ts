import { createContext, useContext } from 'react';

/** The inline scripts and styles that the app wrote, which the policy allows. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** A truncated start tag. */
const OPEN_TAG = /^<(script|style)\b[^>]*$/;

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The nonce of the app's inline code during rendering; missing in the browser. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/**
 * Finds the inline scripts and styles with this render's nonce, and removes the nonce: the document is cached and sent to many,
 * so its policy uses hashes. Injected code has no nonce, is not listed, and does not run.
 */
export function takeInlineCode(html: string, nonce: string): { html: string; inline: InlineCode } {
  const inline: InlineCode = { scripts: [], styles: [] };
  const mark = ` nonce="${nonce}"`;
  const [start = '', ...rest] = html.split(mark);
  let before = start;
  for (const after of rest) {
    const [, tag] = OPEN_TAG.exec(before.slice(before.lastIndexOf('<'))) ?? [];
    const text = tag && after.slice(after.indexOf('>') + 1, Math.max(0, after.indexOf(`</${tag}>`)));
    if (text) inline[tag === 'script' ? 'scripts' : 'styles'].push(text);
    before = after;
  }
  return { html: start + rest.join(''), inline };
}
