import type { DocumentReader } from '#core/documents/document-store.ts';
import type { SiteBlockSources } from '#core/site-blocks/site-block.ts';

/** Inline code of a document: the contents of its elements. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** The app's response to an address. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: string;
  /** The inline scripts and styles that the app wrote itself. */
  inline: InlineCode;
  /** What the blocks of the site may load from other origins; missing on pages of the admin area. */
  sources?: SiteBlockSources;
  /** The loaders' data by route id. */
  payload?: { [routeId: string]: unknown };
  /** The error behind an error document, unless it was an expected response such as 404. */
  error?: unknown;
}

/**
 * Renders a path with query, reading through the given store. Independent of the visitor.
 * @param isForProgram whether an error needs no document, since its answer is JSON
 * @throws whatever prevented the app from rendering anything.
 */
export type RenderPage = (target: string, store: DocumentReader, isForProgram?: boolean) => Promise<RenderedPage>;

/** Whether the app's response is a page or an island that may be cached and sent to anyone. */
export function isKeepable({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    /^(text\/html|application\/json)\b/.test(headers.get('content-type') ?? '') &&
    !headers.has('set-cookie') &&
    !/no-store/.test(headers.get('cache-control') ?? '')
  );
}
