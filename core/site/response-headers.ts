/**
 * Response header by which a page marks its document as a draft: the server sends it without scripts and uncached, and lets the
 * admin area frame it in case of `preview-frame`. The server removes the header.
 */
export const DOCUMENT_KIND_HEADER = 'X-Meki-Document';

export type DocumentKind = 'preview-link' | 'preview-frame';

/** The `headers` function of a route that shows drafts. */
export function documentKindHeaders(kind: DocumentKind): () => { [name: string]: string } {
  return () => ({ [DOCUMENT_KIND_HEADER]: kind });
}

/** The response header that tells which client files belong to what is served: React Router's version of its manifest of routes. */
export const BUILD_HEADER = 'X-Meki-Build';
