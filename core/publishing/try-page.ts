import type { Publication } from '../content/publication.ts';

/** What a page cannot show. */
export interface PageFault {
  /** `field:{key}`, `body` or `cover`; empty if it cannot be said, or if the page fails without them too. */
  parts: string[];
  /** What the render threw. */
  cause: unknown;
}

/**
 * Renders the page of a publication that is about to be public; `undefined` if it can be shown. Rejects if that cannot be said, since
 * something that rendering needs is unavailable.
 */
export type TryPage = (publication: Publication) => Promise<PageFault | undefined>;
