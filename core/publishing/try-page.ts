import type { Publication } from '../content/publication.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';

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
 * @param unit has what was read already
 */
export type TryPage = (publication: Publication, unit?: Pick<UnitOfWork, 'stored'>) => Promise<PageFault | undefined>;

/** Reads what a unit of work has read from there. */
export function readingStored(reader: DocumentReader, unit: Pick<UnitOfWork, 'stored'> | undefined): DocumentReader {
  if (!unit) return reader;
  return {
    ...reader,
    async batchGet(paths) {
      const missing = paths.filter((path) => !unit.stored(path));
      const read = missing.length > 0 ? await reader.batchGet(missing) : [];
      const found = new Map(missing.map((path, index) => [path, read[index]]));
      return paths.map((path) => unit.stored(path)?.document ?? found.get(path));
    },
  };
}
