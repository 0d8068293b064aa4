import type { DocumentStore } from '#core/documents/document-store.ts';

/** Inline code of a document by the text of its elements. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** What the app made of an address. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: string;
  /** The inline scripts and styles of the body that the app wrote itself. */
  inline: InlineCode;
  /** The loaders' data by route id. */
  payload?: { [routeId: string]: unknown };
  /** What made it an error document, when that was not an answer such as 404. */
  error?: unknown;
}

/**
 * Renders a path with its query, reading through the given store. The visitor plays no part in it.
 * @throws whatever stopped the app from rendering anything at all.
 */
export type RenderPage = (target: string, store: DocumentStore) => Promise<RenderedPage>;
