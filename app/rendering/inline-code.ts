import { createContext, useContext } from 'react';

/** The scripts and styles that the app itself wrote into a document, which its policy lets run. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** A tag that is cut off before its end. */
const OPEN_TAG = /^<(script|style)\b[^>]*$/;

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** What marks the app's own inline code while a document is rendered; nothing in the browser. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/**
 * Finds the inline scripts and styles that carry the nonce of this render, and takes the nonce off: the document is kept
 * and sent to many, so its policy names their hashes. Code that came into the document in any other way has no nonce, is
 * not named, and does not run.
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
