import { DOCUMENT_KIND_HEADER, type DocumentKind } from '#core/site/document-kind.ts';
import { contentSecurityPolicy } from '../rendering/content-security-policy.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { stripScripts } from '../rendering/strip-scripts.ts';

/** Scripts are disabled in a draft's document; links and the search form work. */
const SANDBOX = 'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Removes the document kind header from a rendered page. */
export function takeDocumentKind({ headers }: RenderedPage): DocumentKind | undefined {
  const kind = headers.get(DOCUMENT_KIND_HEADER);
  headers.delete(DOCUMENT_KIND_HEADER);
  return kind === 'preview-link' || kind === 'preview-frame' ? kind : undefined;
}

/** The document of a draft: without scripts; in a frame, its links open in a new tab; not cached. */
export function previewDocument(rendered: RenderedPage, kind: DocumentKind): RenderedPage {
  const inline = { ...rendered.inline, scripts: [] };
  const headers = new Headers(rendered.headers);
  headers.set('X-Robots-Tag', 'noindex, nofollow');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cache-Control', 'private, no-store');
  const policy = contentSecurityPolicy(inline, rendered.sources, kind === 'preview-frame');
  headers.set('Content-Security-Policy', `${policy}; ${SANDBOX}`);
  const still = stripScripts(rendered.body);
  return { ...rendered, headers, inline, body: kind === 'preview-frame' ? openBeside(still) : still };
}

/** Makes links and forms of a document open in a new tab, except links within the page. */
function openBeside(html: string): string {
  return html
    .replace(/<a (?=[^>]*\bhref="(?!#))/g, '<a target="_blank" rel="noopener" ')
    .replace(/<form /g, '<form target="_blank" ');
}
