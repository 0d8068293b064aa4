/**
 * The header with which a page tells the server that its document is a draft's: sent without scripts, kept nowhere, and
 * for `draft-frame` shown in a frame of the admin area. The header itself is not sent.
 */
export const DOCUMENT_KIND_HEADER = 'X-Meki-Document';

export type DocumentKind = 'draft-link' | 'draft-frame';

/** The `headers` of a route whose documents are drafts. */
export function documentKindHeaders(kind: DocumentKind): () => { [name: string]: string } {
  return () => ({ [DOCUMENT_KIND_HEADER]: kind });
}
